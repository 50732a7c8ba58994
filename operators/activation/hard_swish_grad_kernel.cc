#include "paddle/operators/activation/hard_swish_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(hard_swish_grad, HardSwishFunctor);

}  // namespace paddle::operators
