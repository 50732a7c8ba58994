#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/sin_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(sin, SinFunctor);

}  // namespace paddle::operators
