#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/sqrt_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(sqrt, SqrtFunctor);

}  // namespace paddle::operators
