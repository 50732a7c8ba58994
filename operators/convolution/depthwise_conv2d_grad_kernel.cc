#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/convolution/conv_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(depthwise_conv2d_grad, ConvGradKernel<float>,
                       ConvGradKernel<double>);
REGISTER_OP_CUDA_TWIN(depthwise_conv2d_grad, ConvGradKernel<float>,
                      ConvGradKernel<double>);

}  // namespace paddle::operators
