#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/pow_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(pow_grad, PowFunctor);

}  // namespace paddle::operators
