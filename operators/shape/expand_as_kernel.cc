#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/repeat_kernel.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(expand_as, BroadcastKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(expand_as, BroadcastKernel);

}  // namespace paddle::operators
