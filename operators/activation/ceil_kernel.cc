#include "paddle/operators/activation/ceil_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(ceil, CeilFunctor);

}  // namespace paddle::operators
