#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/softshrink_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(softshrink_grad, SoftshrinkFunctor);

}  // namespace paddle::operators
