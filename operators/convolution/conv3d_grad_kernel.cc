#include "paddle/operators/convolution/conv_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(conv3d_grad, ConvGradKernel<float>,
                       ConvGradKernel<double>);

}  // namespace paddle::operators
