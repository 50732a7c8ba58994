#include "paddle/operators/activation/hard_sigmoid_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(hard_sigmoid_grad, HardSigmoidFunctor);

}  // namespace paddle::operators
