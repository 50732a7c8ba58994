#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/log1p_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(log1p_grad, Log1pFunctor);

}  // namespace paddle::operators
