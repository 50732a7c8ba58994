// Flat convolution in which each filter sees one channel: there is too little
// to multiply for a product of matrices to pay, so it has vectorised loops of
// its own. A channel is first copied with its padding, so that no loop has
// bounds to check. With a stride the columns are sorted by their remainder, so
// that elements that neighbouring outputs see under one tap are neighbours in
// memory, and a vector load fetches them all.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// True if the functions below can compute the shape: it is depthwise and flat,
// and the image with its padding, as far as windows reach, fits in a cache.
bool HasDepthwiseCode(const ConvShape& shape);

// The functions of conv.h on plain pointers, for shapes of which no size is 0.
// T: float, double. Each channel is computed by one thread, with scratch memory
// of that thread, so the bits do not depend on the number of threads.
template <typename T>
void DepthwiseForward(const ConvShape& shape, const T* input, const T* filter,
                      T* output);
// Adds up the filters of a channel in their order.
template <typename T>
void DepthwiseBackwardInput(const ConvShape& shape, const T* filter,
                            const T* d_output, T* d_input);
// Adds up the images in their order, a channel in each task.
template <typename T>
void DepthwiseBackwardFilter(const ConvShape& shape, const T* input,
                             const T* d_output, T* d_filter);

}  // namespace paddle::operators::kernels
