#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/convolution/conv_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(conv2d_transpose, ConvTransposeKernel<float>,
                       ConvTransposeKernel<double>);
REGISTER_OP_CUDA_TWIN(conv2d_transpose, ConvTransposeKernel<float>,
                      ConvTransposeKernel<double>);

}  // namespace paddle::operators
