// Flat convolution in which each filter sees one channel: too little to
// multiply for matrix products, so it has code of its own.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// Whether the functions below can compute it: depthwise, flat, and the image
// with its padding, as far as windows reach, fits in a cache.
bool HasDepthwiseCode(const ConvShape& shape);

// The functions of conv.h on plain pointers; no size is 0. T is float or
// double. Each channel is computed by one thread.
template <typename T>
void DepthwiseForward(const ConvShape& shape, const T* input, const T* filter,
                      T* output);
template <typename T>
void DepthwiseBackwardInput(const ConvShape& shape, const T* filter,
                            const T* d_output, T* d_input);
template <typename T>
void DepthwiseBackwardFilter(const ConvShape& shape, const T* input,
                             const T* d_output, T* d_filter);

}  // namespace paddle::operators::kernels
