#include "paddle/operators/activation/exp_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(exp, ExpFunctor);

}  // namespace paddle::operators
