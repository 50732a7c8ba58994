#include "paddle/operators/activation/cos_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(cos_grad, CosFunctor);

}  // namespace paddle::operators
