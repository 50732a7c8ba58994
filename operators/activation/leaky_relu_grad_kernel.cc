#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/leaky_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(leaky_relu_grad, LeakyReluFunctor);

}  // namespace paddle::operators
