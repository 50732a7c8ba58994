#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(relu_grad, ReluFunctor);

}  // namespace paddle::operators
