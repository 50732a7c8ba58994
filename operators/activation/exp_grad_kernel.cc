#include "paddle/operators/activation/exp_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(exp_grad, ExpFunctor);

}  // namespace paddle::operators
