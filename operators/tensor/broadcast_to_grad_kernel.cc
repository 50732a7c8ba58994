#include "paddle/operators/tensor/repeat_kernel.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(broadcast_to_grad, BroadcastGradKernel<float>,
                       BroadcastGradKernel<double>);

}  // namespace paddle::operators
