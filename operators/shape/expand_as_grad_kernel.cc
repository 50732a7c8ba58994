#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/repeat_kernel.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL(expand_as_grad, BroadcastGradKernel<float>,
                       BroadcastGradKernel<double>);
REGISTER_OP_CUDA_TWIN(expand_as_grad, BroadcastGradKernel<float>,
                      BroadcastGradKernel<double>);

}  // namespace paddle::operators
