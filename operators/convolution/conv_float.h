// Convolution of floats by the library that the build chose. One of two
// sources defines it: conv_float_onednn, or conv_float_eigen.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// The functions of conv.h; no size is 0.
template <class Device>
void FloatConvForward(const Device& context, const ConvShape& shape,
                      const float* input, const float* filter, float* output);
template <class Device>
void FloatConvBackwardInput(const Device& context, const ConvShape& shape,
                            const float* filter, const float* d_output,
                            float* d_input);
template <class Device>
void FloatConvBackwardFilter(const Device& context, const ConvShape& shape,
                             const float* input, const float* d_output,
                             float* d_filter);

}  // namespace paddle::operators::kernels
