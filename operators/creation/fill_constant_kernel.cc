#include "paddle/operators/creation/fill_constant_kernel.h"

#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(fill_constant, FillConstantKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(fill_constant, FillConstantKernel);

}  // namespace paddle::operators
