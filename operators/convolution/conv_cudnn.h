// Convolutions as cuDNN knows them: for conv_library_cudnn.cc alone.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <type_traits>

#include "paddle/operators/convolution/conv_library_sizes.h"
#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {

struct ConvDescriptors {
  platform::CudnnTensor input;
  platform::CudnnTensor output;
  platform::CudnnFilter filter;
  platform::CudnnConvolution conv;
};

// False for what cuDNN does not take. Products of floats are those of floats:
// by default they would be those of numbers cut to TF32.
template <typename T>
bool Describe(const ConvLibrarySizes& s, const ConvDescriptors& d) {
  constexpr cudnnDataType_t kType = platform::CudnnTypeOf<T>();
  constexpr cudnnMathType_t kMath =
      std::is_same_v<T, float> ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH;
  const int rank = 2 + s.axes;
  const cudnnConvolutionDescriptor_t conv = d.conv.get();
  for (cudnnStatus_t status :
       {platform::SetContiguous(d.input, kType, rank, s.input.data()),
        platform::SetContiguous(d.output, kType, rank, s.output.data()),
        cudnnSetFilterNdDescriptor(d.filter.get(), kType, CUDNN_TENSOR_NCHW,
                                   rank, s.filter.data()),
        cudnnSetConvolutionNdDescriptor(conv, s.axes, s.padding.data(),
                                        s.stride.data(), s.dilation.data(),
                                        CUDNN_CROSS_CORRELATION, kType),
        cudnnSetConvolutionGroupCount(conv, s.groups),
        cudnnSetConvolutionMathType(conv, kMath)}) {
    if (!platform::CudnnTakes(status, "describing a convolution")) return false;
  }
  return true;
}

// What a computation reads and writes; `a` and `b` are the arguments of the
// functions of conv.h in their order.
struct ConvOperands {
  const void* one;
  const void* zero;
  const void* a;
  const void* b;
  void* out;
  void* workspace;
};

// The three computations of conv.h: what cuDNN calls them, and which of their
// algorithms are plain: add up products as they are.

struct CudnnConvForward {
  using Algorithm = cudnnConvolutionFwdAlgo_t;
  using Found = cudnnConvolutionFwdAlgoPerf_t;
  static constexpr int kAlgorithms = CUDNN_CONVOLUTION_FWD_ALGO_COUNT;

  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
  }
  static cudnnStatus_t Find(cudnnHandle_t handle, const ConvDescriptors& d,
                            int* count, Found* found) {
    return cudnnGetConvolutionForwardAlgorithm_v7(
        handle, d.input.get(), d.filter.get(), d.conv.get(), d.output.get(),
        kAlgorithms, count, found);
  }
  static cudnnStatus_t Bytes(cudnnHandle_t handle, const ConvDescriptors& d,
                             Algorithm algorithm, size_t* bytes) {
    return cudnnGetConvolutionForwardWorkspaceSize(
        handle, d.input.get(), d.filter.get(), d.conv.get(), d.output.get(),
        algorithm, bytes);
  }
  static cudnnStatus_t Run(cudnnHandle_t handle, const ConvDescriptors& d,
                           Algorithm algorithm, size_t bytes,
                           const ConvOperands& o) {
    return cudnnConvolutionForward(
        handle, o.one, d.input.get(), o.a, d.filter.get(), o.b, d.conv.get(),
        algorithm, o.workspace, bytes, o.zero, d.output.get(), o.out);
  }
};

struct CudnnConvBackwardInput {
  using Algorithm = cudnnConvolutionBwdDataAlgo_t;
  using Found = cudnnConvolutionBwdDataAlgoPerf_t;
  static constexpr int kAlgorithms = CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT;

  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
  }
  static cudnnStatus_t Find(cudnnHandle_t handle, const ConvDescriptors& d,
                            int* count, Found* found) {
    return cudnnGetConvolutionBackwardDataAlgorithm_v7(
        handle, d.filter.get(), d.output.get(), d.conv.get(), d.input.get(),
        kAlgorithms, count, found);
  }
  static cudnnStatus_t Bytes(cudnnHandle_t handle, const ConvDescriptors& d,
                             Algorithm algorithm, size_t* bytes) {
    return cudnnGetConvolutionBackwardDataWorkspaceSize(
        handle, d.filter.get(), d.output.get(), d.conv.get(), d.input.get(),
        algorithm, bytes);
  }
  static cudnnStatus_t Run(cudnnHandle_t handle, const ConvDescriptors& d,
                           Algorithm algorithm, size_t bytes,
                           const ConvOperands& o) {
    return cudnnConvolutionBackwardData(
        handle, o.one, d.filter.get(), o.a, d.output.get(), o.b, d.conv.get(),
        algorithm, o.workspace, bytes, o.zero, d.input.get(), o.out);
  }
};

struct CudnnConvBackwardFilter {
  using Algorithm = cudnnConvolutionBwdFilterAlgo_t;
  using Found = cudnnConvolutionBwdFilterAlgoPerf_t;
  static constexpr int kAlgorithms = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT;

  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;
  }
  static cudnnStatus_t Find(cudnnHandle_t handle, const ConvDescriptors& d,
                            int* count, Found* found) {
    return cudnnGetConvolutionBackwardFilterAlgorithm_v7(
        handle, d.input.get(), d.output.get(), d.conv.get(), d.filter.get(),
        kAlgorithms, count, found);
  }
  static cudnnStatus_t Bytes(cudnnHandle_t handle, const ConvDescriptors& d,
                             Algorithm algorithm, size_t* bytes) {
    return cudnnGetConvolutionBackwardFilterWorkspaceSize(
        handle, d.input.get(), d.output.get(), d.conv.get(), d.filter.get(),
        algorithm, bytes);
  }
  static cudnnStatus_t Run(cudnnHandle_t handle, const ConvDescriptors& d,
                           Algorithm algorithm, size_t bytes,
                           const ConvOperands& o) {
    return cudnnConvolutionBackwardFilter(
        handle, o.one, d.input.get(), o.a, d.output.get(), o.b, d.conv.get(),
        algorithm, o.workspace, bytes, o.zero, d.filter.get(), o.out);
  }
};

}  // namespace paddle::operators::kernels
