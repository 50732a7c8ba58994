#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/swish_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(swish, SwishFunctor);

}  // namespace paddle::operators
