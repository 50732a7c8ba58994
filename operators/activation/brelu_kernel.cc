#include "paddle/operators/activation/brelu_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(brelu, BreluFunctor);

}  // namespace paddle::operators
