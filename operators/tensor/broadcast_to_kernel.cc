#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/cuda_twin.h"
#include "paddle/operators/tensor/repeat_kernel.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(broadcast_to, BroadcastKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(broadcast_to, BroadcastKernel);

}  // namespace paddle::operators
