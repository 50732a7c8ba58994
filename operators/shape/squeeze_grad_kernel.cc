#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/copy_kernel.h"
#include "paddle/operators/common/cuda_twin.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(squeeze_grad, CopyGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(squeeze_grad, CopyGradKernel);

}  // namespace paddle::operators
