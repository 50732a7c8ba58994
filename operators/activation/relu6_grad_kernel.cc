#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/relu6_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(relu6_grad, Relu6Functor);

}  // namespace paddle::operators
