#include "paddle/operators/convolution/conv_float.h"
#include "paddle/operators/convolution/conv_im2col.h"

namespace paddle::operators::kernels {

void FloatConvForward(const platform::DeviceContext& context,
                      const ConvShape& shape, const float* input,
                      const float* filter, float* output) {
  Im2ColForward(context, shape, input, filter, output);
}

void FloatConvBackwardInput(const platform::DeviceContext& context,
                            const ConvShape& shape, const float* filter,
                            const float* d_output, float* d_input) {
  Im2ColBackwardInput(context, shape, filter, d_output, d_input);
}

void FloatConvBackwardFilter(const platform::DeviceContext& context,
                             const ConvShape& shape, const float* input,
                             const float* d_output, float* d_filter) {
  Im2ColBackwardFilter(context, shape, input, d_output, d_filter);
}

}  // namespace paddle::operators::kernels
