#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/leaky_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(leaky_relu, LeakyReluFunctor);

}  // namespace paddle::operators
