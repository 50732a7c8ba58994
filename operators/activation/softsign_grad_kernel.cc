#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/softsign_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(softsign_grad, SoftsignFunctor);

}  // namespace paddle::operators
