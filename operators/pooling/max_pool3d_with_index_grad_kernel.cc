#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/pool_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(max_pool3d_with_index_grad,
                       MaxPoolWithIndexGradKernel<float>,
                       MaxPoolWithIndexGradKernel<double>);
REGISTER_OP_CUDA_TWIN(max_pool3d_with_index_grad,
                      MaxPoolWithIndexGradKernel<float>,
                      MaxPoolWithIndexGradKernel<double>);

}  // namespace paddle::operators
