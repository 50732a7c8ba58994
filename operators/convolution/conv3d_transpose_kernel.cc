#include "paddle/operators/convolution/conv_kernels.h"
#include "paddle/operators/tensor/cuda_twin.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(conv3d_transpose, ConvTransposeKernel<float>,
                       ConvTransposeKernel<double>);
REGISTER_OP_CUDA_TWIN(conv3d_transpose, ConvTransposeKernel<float>,
                      ConvTransposeKernel<double>);

}  // namespace paddle::operators
