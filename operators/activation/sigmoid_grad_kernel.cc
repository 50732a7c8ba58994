#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/sigmoid_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(sigmoid_grad, SigmoidFunctor);

}  // namespace paddle::operators
