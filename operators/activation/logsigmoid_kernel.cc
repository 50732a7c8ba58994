#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/logsigmoid_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(logsigmoid, LogsigmoidFunctor);

}  // namespace paddle::operators
