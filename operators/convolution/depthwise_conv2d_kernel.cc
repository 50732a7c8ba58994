#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/convolution/conv_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(depthwise_conv2d, ConvKernel<float>, ConvKernel<double>);
REGISTER_OP_CUDA_TWIN(depthwise_conv2d, ConvKernel<float>, ConvKernel<double>);

}  // namespace paddle::operators
