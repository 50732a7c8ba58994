#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/softsign_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(softsign, SoftsignFunctor);

}  // namespace paddle::operators
