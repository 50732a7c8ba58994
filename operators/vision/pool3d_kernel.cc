#include "paddle/operators/vision/pool_kernels.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(pool3d, PoolKernel<float>, PoolKernel<double>);

}  // namespace paddle::operators
