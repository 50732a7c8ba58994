#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/soft_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(soft_relu_grad, SoftReluFunctor);

}  // namespace paddle::operators
