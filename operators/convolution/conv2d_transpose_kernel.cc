#include "paddle/operators/convolution/conv_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(conv2d_transpose, ConvTransposeKernel<float>,
                       ConvTransposeKernel<double>);

}  // namespace paddle::operators
