#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/pool_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(pool2d, PoolKernel<float>, PoolKernel<double>);
REGISTER_OP_CUDA_TWIN(pool2d, PoolKernel<float>, PoolKernel<double>);

}  // namespace paddle::operators
