#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/round_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(round, RoundFunctor);

}  // namespace paddle::operators
