// Convolutions in the terms of cuDNN, for conv_library_cudnn.cc alone. The
// structs CudnnConv... give the three computations of conv.h one interface, so
// that the choice of an algorithm is written once:
//
//   Algorithm, Found  cuDNN's types for an algorithm and what it knows of it
//   kAlgorithms       how many there are at most
//   IsPlain           true if products are added up as they are
//   Find, Bytes, Run  candidates, their workspace, the computation
//
// All of them are called inside platform::WithCudnn.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <type_traits>

#include "paddle/operators/convolution/conv_library_sizes.h"
#include "paddle/platform/cudnn.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Owns cuDNN's descriptions of one convolution.
struct ConvDescriptors {
  platform::CudnnTensor input;
  platform::CudnnTensor output;
  platform::CudnnFilter filter;
  platform::CudnnConvolution conv;
};

// Returns what cuDNN may multiply numbers of T with. Products of floats are
// exact products of floats: by default cuDNN would cut them to TF32, with 10
// bits, and results would differ from the CPU's. Tensor cores multiply 16-bit
// numbers exactly; there is no TF32 for doubles.
template <typename T>
constexpr cudnnMathType_t MathOf() {
  if (std::is_same_v<T, float>) return CUDNN_FMA_MATH;
  return platform::kIsHalf<T> ? CUDNN_TENSOR_OP_MATH : CUDNN_DEFAULT_MATH;
}

// Describes a convolution, which adds up in the accumulator of T; false if
// cuDNN does not support it.
template <typename T>
bool Describe(const ConvLibrarySizes& s, const ConvDescriptors& d) {
  constexpr cudnnDataType_t kType = platform::CudnnTypeOf<T>();
  constexpr cudnnDataType_t kSumType =
      platform::CudnnTypeOf<platform::Accumulator<T>>();
  const int rank = 2 + s.axes;
  const cudnnConvolutionDescriptor_t conv = d.conv.get();
  for (cudnnStatus_t status :
       {platform::SetContiguous(d.input, kType, rank, s.input.data()),
        platform::SetContiguous(d.output, kType, rank, s.output.data()),
        cudnnSetFilterNdDescriptor(d.filter.get(), kType, CUDNN_TENSOR_NCHW,
                                   rank, s.filter.data()),
        cudnnSetConvolutionNdDescriptor(conv, s.axes, s.padding.data(),
                                        s.stride.data(), s.dilation.data(),
                                        CUDNN_CROSS_CORRELATION, kSumType),
        // Groups are one call: cuDNN loops over them itself.
        cudnnSetConvolutionGroupCount(conv, s.groups),
        cudnnSetConvolutionMathType(conv, MathOf<T>())}) {
    if (!platform::CudnnTakes(status, "describing a convolution")) return false;
  }
  return true;
}

// The operands of a computation; `a` and `b` are the arguments of the functions
// of conv.h in their order. `one` and `zero` are the scales of cuDNN's out =
// one * result + zero * out.
struct ConvOperands {
  // Numbers of the CPU, of the accumulator of the elements' type.
  const void* one;
  const void* zero;
  const void* a;
  const void* b;
  void* out;
  // Null if the algorithm needs none.
  void* workspace;
};

// One of the three computations: cuDNN's functions for it, and which
// descriptions of ConvDescriptors its operands `a` and `b` and its result have.
template <typename AlgorithmType, typename FoundType, int kMost, auto kFind,
          auto kBytes, auto kRun, auto kA, auto kB, auto kOut>
struct CudnnConvComputation {
  using Algorithm = AlgorithmType;
  using Found = FoundType;
  // The length that Find's array must have.
  static constexpr int kAlgorithms = kMost;

  // Asks cuDNN's heuristics for algorithms, best first. Nothing is run, so the
  // answer, and with it the bits of results, is the same every time.
  static cudnnStatus_t Find(cudnnHandle_t handle, const ConvDescriptors& d,
                            int* count, Found* found) {
    return kFind(handle, (d.*kA).get(), (d.*kB).get(), d.conv.get(),
                 (d.*kOut).get(), kAlgorithms, count, found);
  }
  // Asks how much workspace an algorithm needs.
  static cudnnStatus_t Bytes(cudnnHandle_t handle, const ConvDescriptors& d,
                             Algorithm algorithm, size_t* bytes) {
    return kBytes(handle, (d.*kA).get(), (d.*kB).get(), d.conv.get(),
                  (d.*kOut).get(), algorithm, bytes);
  }
  // Submits the computation to the stream of the handle.
  static cudnnStatus_t Run(cudnnHandle_t handle, const ConvDescriptors& d,
                           Algorithm algorithm, size_t bytes,
                           const ConvOperands& o) {
    return kRun(handle, o.one, (d.*kA).get(), o.a, (d.*kB).get(), o.b,
                d.conv.get(), algorithm, o.workspace, bytes, o.zero,
                (d.*kOut).get(), o.out);
  }
};

// Below, a plain algorithm adds up the products as they are. Fourier and
// Winograd transforms round otherwise, and spread an infinity or a NaN over
// outputs that do not see it.

// The convolution itself.
struct CudnnConvForward
    : CudnnConvComputation<cudnnConvolutionFwdAlgo_t,
                           cudnnConvolutionFwdAlgoPerf_t,
                           CUDNN_CONVOLUTION_FWD_ALGO_COUNT,
                           cudnnGetConvolutionForwardAlgorithm_v7,
                           cudnnGetConvolutionForwardWorkspaceSize,
                           cudnnConvolutionForward, &ConvDescriptors::input,
                           &ConvDescriptors::filter, &ConvDescriptors::output> {
  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_GEMM ||
           algorithm == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
  }
};

// The gradient for the input: `a` is the filter, `b` the gradient of the
// output. Algorithm 0 is not plain: it adds with atomics, in any order.
struct CudnnConvBackwardInput
    : CudnnConvComputation<
          cudnnConvolutionBwdDataAlgo_t, cudnnConvolutionBwdDataAlgoPerf_t,
          CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT,
          cudnnGetConvolutionBackwardDataAlgorithm_v7,
          cudnnGetConvolutionBackwardDataWorkspaceSize,
          cudnnConvolutionBackwardData, &ConvDescriptors::filter,
          &ConvDescriptors::output, &ConvDescriptors::input> {
  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
  }
};

// The gradient for the filter: `a` is the input, `b` the gradient of the
// output. Algorithms 0 and 3 add with atomics, in any order.
struct CudnnConvBackwardFilter
    : CudnnConvComputation<
          cudnnConvolutionBwdFilterAlgo_t, cudnnConvolutionBwdFilterAlgoPerf_t,
          CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT,
          cudnnGetConvolutionBackwardFilterAlgorithm_v7,
          cudnnGetConvolutionBackwardFilterWorkspaceSize,
          cudnnConvolutionBackwardFilter, &ConvDescriptors::input,
          &ConvDescriptors::output, &ConvDescriptors::filter> {
  static bool IsPlain(Algorithm algorithm) {
    return algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;
  }
};

}  // namespace paddle::operators::kernels
