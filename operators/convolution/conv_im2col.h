// Convolution as a matrix product: what conv.h does without a library.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// The functions of conv.h on plain pointers. Each image is spread out so that
// every column holds what one output element sees; the product with the filter
// is a Gemm. T is float or double.
template <class Device, class T>
void Im2ColForward(const Device& context, const ConvShape& shape,
                   const T* input, const T* filter, T* output);
template <class Device, class T>
void Im2ColBackwardInput(const Device& context, const ConvShape& shape,
                         const T* filter, const T* d_output, T* d_input);
template <class Device, class T>
void Im2ColBackwardFilter(const Device& context, const ConvShape& shape,
                          const T* input, const T* d_output, T* d_filter);

}  // namespace paddle::operators::kernels
