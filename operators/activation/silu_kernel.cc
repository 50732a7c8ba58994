#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/silu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(silu, SiluFunctor);

}  // namespace paddle::operators
