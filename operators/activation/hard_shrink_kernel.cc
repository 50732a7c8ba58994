#include "paddle/operators/activation/hard_shrink_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(hard_shrink, HardShrinkFunctor);

}  // namespace paddle::operators
