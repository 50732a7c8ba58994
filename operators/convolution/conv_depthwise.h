// Computes depthwise convolutions of images and their gradients on the CPU.
// Each filter sees one channel, which leaves too little work for a matrix
// product to pay, so there are vectorised loops instead.
//
// A channel is first copied with its padding, so that no loop has bounds to
// check. With a stride s, columns are grouped by their index modulo s: the
// elements that adjacent outputs see under one tap of the filter are then
// adjacent in memory, and one vector load fetches them.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// True if the functions below support the shape: it is depthwise and
// two-dimensional, and a channel with its padding, as far as windows reach,
// fits in a cache.
bool HasDepthwiseCode(const ConvShape& shape);

// The functions of conv.h on plain pointers. Require HasDepthwiseCode(shape)
// and no size of 0. T: float, double. One thread computes a channel, in its own
// scratch memory, so the result does not depend on the number of threads.
template <typename T>
void DepthwiseForward(const ConvShape& shape, const T* input, const T* filter,
                      T* output);
// The contributions of the filters of a channel are added in their order.
template <typename T>
void DepthwiseBackwardInput(const ConvShape& shape, const T* filter,
                            const T* d_output, T* d_input);
// The contributions of the images are added in their order.
template <typename T>
void DepthwiseBackwardFilter(const ConvShape& shape, const T* input,
                             const T* d_output, T* d_filter);

}  // namespace paddle::operators::kernels
