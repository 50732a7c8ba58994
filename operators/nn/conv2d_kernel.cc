#include "paddle/operators/convolution/conv_kernels.h"
#include "paddle/operators/tensor/cuda_twin.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(conv2d, ConvKernel<float>, ConvKernel<double>);
REGISTER_OP_CUDA_TWIN(conv2d, ConvKernel<float>, ConvKernel<double>);

}  // namespace paddle::operators
