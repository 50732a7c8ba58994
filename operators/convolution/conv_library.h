// Convolution on GPUs by NVIDIA's cuDNN, in builds with --cuda_math=nvidia. One
// of two sources defines it: conv_library_cudnn or conv_library_stub.
#pragma once

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The functions of conv.h. They return false, having done nothing, in builds
// without the library, for shapes that ConvForLibrary leaves out, and for those
// that cuDNN has no suitable algorithm for. A suitable one adds up products as
// they are (16-bit numbers in float, others in T, and without Fourier or
// Winograd transforms, which round otherwise and spread infinities and NaN),
// gives the same bits each time, and makes do with 256 MB of workspace. Of
// several, the first in the order of cuDNN's heuristics is taken; nothing is
// measured. T: floating types.
//
// The answer for a shape is kept, up to 1024 of them, so that a run asks cuDNN
// once. `workspace` is called if the algorithm needs any. The work is submitted
// to the context's stream, and may be recorded in a graph.
template <typename T>
bool LibraryConv(const platform::DeviceContext& device, const ConvShape& shape,
                 const T* input, const T* filter, Workspace workspace,
                 T* output);
// The caller goes on with code of ours after false: all three are optional.
template <typename T>
bool LibraryConvBackwardInput(const platform::DeviceContext& device,
                              const ConvShape& shape, const T* filter,
                              const T* d_output, Workspace workspace,
                              T* d_input);
template <typename T>
bool LibraryConvBackwardFilter(const platform::DeviceContext& device,
                               const ConvShape& shape, const T* input,
                               const T* d_output, Workspace workspace,
                               T* d_filter);

}  // namespace paddle::operators::kernels
