#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/mish_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(mish_grad, MishFunctor);

}  // namespace paddle::operators
