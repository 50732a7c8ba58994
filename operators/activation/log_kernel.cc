#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/log_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(log, LogFunctor);

}  // namespace paddle::operators
