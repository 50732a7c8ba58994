#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/tanh_shrink_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(tanh_shrink_grad, TanhShrinkFunctor);

}  // namespace paddle::operators
