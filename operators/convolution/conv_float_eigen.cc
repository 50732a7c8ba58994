#include "paddle/operators/convolution/conv_float.h"
#include "paddle/operators/convolution/conv_im2col.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using platform::bfloat16;

// Eigen has no convolution of its own that keeps the bits for any number of
// threads: the product of matrices does.
template <class Device>
void FloatConvForward(const Device& context, const ConvShape& shape,
                      const float* input, const float* filter, float* output) {
  Im2ColForward(context, shape, input, filter, output);
}

template <class Device>
void FloatConvBackwardInput(const Device& context, const ConvShape& shape,
                            const float* filter, const float* d_output,
                            float* d_input) {
  Im2ColBackwardInput(context, shape, filter, d_output, d_input);
}

template <class Device>
void FloatConvBackwardFilter(const Device& context, const ConvShape& shape,
                             const float* input, const float* d_output,
                             float* d_filter) {
  Im2ColBackwardFilter(context, shape, input, d_output, d_filter);
}

bool FloatConvTakesChannelsLast(const ConvShape&) { return false; }

template <class Device>
bool HalfConvForward(const Device&, const ConvShape&, const bfloat16*,
                     const bfloat16*, bfloat16*) {
  return false;
}

template <class Device>
bool HalfConvBackwardInput(const Device&, const ConvShape&, const bfloat16*,
                           const bfloat16*, bfloat16*) {
  return false;
}

template <class Device>
bool HalfConvBackwardFilter(const Device&, const ConvShape&, const bfloat16*,
                            const bfloat16*, bfloat16*) {
  return false;
}

PADDLE_INSTANTIATE_ONE(FloatConvForward<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(FloatConvBackwardInput<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(FloatConvBackwardFilter<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvForward<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvBackwardInput<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvBackwardFilter<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
