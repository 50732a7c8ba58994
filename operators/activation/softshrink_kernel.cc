#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/softshrink_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(softshrink, SoftshrinkFunctor);

}  // namespace paddle::operators
