#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/tanh_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(tanh, TanhFunctor);

}  // namespace paddle::operators
