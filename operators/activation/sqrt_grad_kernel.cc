#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/sqrt_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(sqrt_grad, SqrtFunctor);

}  // namespace paddle::operators
