#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/soft_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(soft_relu, SoftReluFunctor);

}  // namespace paddle::operators
