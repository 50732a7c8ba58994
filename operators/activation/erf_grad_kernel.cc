#include "paddle/operators/activation/erf_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(erf_grad, ErfFunctor);

}  // namespace paddle::operators
