#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/stanh_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(stanh_grad, StanhFunctor);

}  // namespace paddle::operators
