#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/tanh_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(tanh_grad, TanhFunctor);

}  // namespace paddle::operators
