// Convolution of floats by the library that the build chose. One of two sources
// defines it: conv_float_onednn or conv_float_eigen. A choice at link time, so
// that no other source mentions a library. oneDNN is the default: it has code
// for each generation of processors, compiled at run time, where Eigen
// multiplies matrices of columns.
#pragma once

#include "paddle/operators/convolution/conv.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// The functions of conv.h, for shapes of which no size is 0. Throws Internal if
// the library fails, naming the sizes. The bits are the same for any number of
// threads, but not for both libraries.
template <class Device>
void FloatConvForward(const Device& context, const ConvShape& shape,
                      const float* input, const float* filter, float* output);
// d_input is written, not added to; it shares no memory with the inputs.
template <class Device>
void FloatConvBackwardInput(const Device& context, const ConvShape& shape,
                            const float* filter, const float* d_output,
                            float* d_input);
// d_filter is written, not added to.
template <class Device>
void FloatConvBackwardFilter(const Device& context, const ConvShape& shape,
                             const float* input, const float* d_output,
                             float* d_filter);

// True if these take a shape with channels_last.
bool FloatConvTakesChannelsLast(const ConvShape& shape);

// Compute this in bfloat16, whose products are added up in float and rounded
// once. False, and nothing is done, unless the library has fast code for it on
// this processor. To be called where HasHalfGemm (math/blas/gemm.h) is true.
template <class Device>
bool HalfConvForward(const Device& context, const ConvShape& shape,
                     const platform::bfloat16* input,
                     const platform::bfloat16* filter,
                     platform::bfloat16* output);
template <class Device>
bool HalfConvBackwardInput(const Device& context, const ConvShape& shape,
                           const platform::bfloat16* filter,
                           const platform::bfloat16* d_output,
                           platform::bfloat16* d_input);
template <class Device>
bool HalfConvBackwardFilter(const Device& context, const ConvShape& shape,
                            const platform::bfloat16* input,
                            const platform::bfloat16* d_output,
                            platform::bfloat16* d_filter);

}  // namespace paddle::operators::kernels
