#include "paddle/operators/activation/erf_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(erf, ErfFunctor);

}  // namespace paddle::operators
