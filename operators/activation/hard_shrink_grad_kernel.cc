#include "paddle/operators/activation/hard_shrink_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(hard_shrink_grad, HardShrinkFunctor);

}  // namespace paddle::operators
