#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/logsigmoid_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(logsigmoid_grad, LogsigmoidFunctor);

}  // namespace paddle::operators
