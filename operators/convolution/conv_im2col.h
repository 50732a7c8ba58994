// Convolution as a product of matrices, without a library for convolutions. For
// each image and group, with K the elements of a window and P the outputs of a
// slice:
//
//   forward   [M / groups, C / groups * K] * columns [C / groups * K, P]
//   input     filter^T * d_output, added to the elements the columns came from
//   filter    d_output * columns^T, added up over images and slices
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// The functions of conv.h on plain pointers. Each image is copied so that every
// column holds the elements that one output sees; the product with the filter
// is a Gemm. The columns are larger than the image by the size of the window,
// so they are made for one slice of outputs at a time. T: float, double.
template <class Device, class T>
void Im2ColForward(const Device& context, const ConvShape& shape,
                   const T* input, const T* filter, T* output);
// The other way round: a product gives columns, which are added to the image.
template <class Device, class T>
void Im2ColBackwardInput(const Device& context, const ConvShape& shape,
                         const T* filter, const T* d_output, T* d_input);
// Products of d_output with the columns, added up over the images.
template <class Device, class T>
void Im2ColBackwardFilter(const Device& context, const ConvShape& shape,
                          const T* input, const T* d_output, T* d_filter);

}  // namespace paddle::operators::kernels
