// The library cuDNN, version 9, for builds with --cuda_math=nvidia.
#pragma once

#include <cudnn.h>

#include <type_traits>

#include "absl/functional/function_ref.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/float16.h"

namespace paddle::platform {

// Internal error, with cuDNN's words, unless the call succeeded. `what` says
// what was tried.
void CheckCudnn(cudnnStatus_t status, const char* what);

// The same, but false for what cuDNN says that it does not take; nothing was
// submitted then.
bool CudnnTakes(cudnnStatus_t status, const char* what);

// Calls `use` with the handle of the context's GPU, which submits to the
// context's stream (that of a graph while the thread records one); one thread
// at a time, as the handle wants it.
void WithCudnn(const CUDADeviceContext& context,
               absl::FunctionRef<void(cudnnHandle_t)> use);

// A description that cuDNN holds for as long as this object lives.
template <typename Descriptor, cudnnStatus_t (*kCreate)(Descriptor*),
          cudnnStatus_t (*kDestroy)(Descriptor)>
class CudnnDescriptor {
 public:
  CudnnDescriptor() {
    CheckCudnn(kCreate(&descriptor_), "making a descriptor");
  }
  ~CudnnDescriptor() { kDestroy(descriptor_); }
  CudnnDescriptor(const CudnnDescriptor&) = delete;
  CudnnDescriptor& operator=(const CudnnDescriptor&) = delete;

  Descriptor get() const { return descriptor_; }

 private:
  Descriptor descriptor_ = nullptr;
};

using CudnnTensor =
    CudnnDescriptor<cudnnTensorDescriptor_t, cudnnCreateTensorDescriptor,
                    cudnnDestroyTensorDescriptor>;
using CudnnFilter =
    CudnnDescriptor<cudnnFilterDescriptor_t, cudnnCreateFilterDescriptor,
                    cudnnDestroyFilterDescriptor>;
using CudnnConvolution = CudnnDescriptor<cudnnConvolutionDescriptor_t,
                                         cudnnCreateConvolutionDescriptor,
                                         cudnnDestroyConvolutionDescriptor>;
using CudnnPooling =
    CudnnDescriptor<cudnnPoolingDescriptor_t, cudnnCreatePoolingDescriptor,
                    cudnnDestroyPoolingDescriptor>;

// float, double, float16 or bfloat16.
template <typename T>
constexpr cudnnDataType_t CudnnTypeOf() {
  if (std::is_same_v<T, float16>) return CUDNN_DATA_HALF;
  if (std::is_same_v<T, bfloat16>) return CUDNN_DATA_BFLOAT16;
  return std::is_same_v<T, double> ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
}

// Describes a contiguous tensor of `rank` axes, at least 4 as cuDNN wants it.
cudnnStatus_t SetContiguous(const CudnnTensor& tensor, cudnnDataType_t type,
                            int rank, const int* dims);

}  // namespace paddle::platform
