// Convolution of floats by the library that the build chose. One of two
// sources defines it: conv_float_onednn, or conv_float_eigen.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// The functions of conv.h; no size is 0.
void FloatConvForward(const platform::DeviceContext& context,
                      const ConvShape& shape, const float* input,
                      const float* filter, float* output);
void FloatConvBackwardInput(const platform::DeviceContext& context,
                            const ConvShape& shape, const float* filter,
                            const float* d_output, float* d_input);
void FloatConvBackwardFilter(const platform::DeviceContext& context,
                             const ConvShape& shape, const float* input,
                             const float* d_output, float* d_filter);

}  // namespace paddle::operators::kernels
