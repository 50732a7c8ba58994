#include "paddle/operators/activation/abs_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(abs_grad, AbsFunctor);

}  // namespace paddle::operators
