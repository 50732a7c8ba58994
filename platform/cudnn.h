// Gives access to cuDNN 9 in builds with --cuda_math=nvidia.
#pragma once

#include <cudnn.h>

#include <type_traits>

#include "absl/functional/function_ref.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/float16.h"

namespace paddle::platform {

// Throws an internal error with cuDNN's own description unless the call
// succeeded; `what` says what was attempted.
void CheckCudnn(cudnnStatus_t status, const char* what);

// Like CheckCudnn, but returns false if cuDNN does not support the request, in
// which case nothing has been submitted.
bool CudnnTakes(cudnnStatus_t status, const char* what);

// Calls `use` with the cuDNN handle of the context's GPU, set to the context's
// stream (while the thread records a graph, the recording stream). One thread
// at a time uses a handle, as cuDNN requires.
void WithCudnn(const CUDADeviceContext& context,
               absl::FunctionRef<void(cudnnHandle_t)> use);

// Owns a cuDNN descriptor.
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

  // Returns the descriptor, which this object keeps.
  Descriptor get() const { return descriptor_; }

 private:
  Descriptor descriptor_ = nullptr;
};

// The descriptors of tensors, filters, convolutions and pooling.
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

// Returns cuDNN's name of T: float, double, float16 or bfloat16.
template <typename T>
constexpr cudnnDataType_t CudnnTypeOf() {
  if (std::is_same_v<T, float16>) return CUDNN_DATA_HALF;
  if (std::is_same_v<T, bfloat16>) return CUDNN_DATA_BFLOAT16;
  return std::is_same_v<T, double> ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
}

// Describes a contiguous tensor of `rank` axes; cuDNN requires at least 4.
cudnnStatus_t SetContiguous(const CudnnTensor& tensor, cudnnDataType_t type,
                            int rank, const int* dims);

}  // namespace paddle::platform
