#include "paddle/operators/activation/expm1_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(expm1_grad, Expm1Functor);

}  // namespace paddle::operators
