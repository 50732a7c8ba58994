#include "paddle/operators/tensor/fill_constant_kernel.h"

#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(fill_constant, FillConstantKernel);

}  // namespace paddle::operators
