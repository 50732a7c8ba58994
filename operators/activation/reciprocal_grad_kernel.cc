#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/reciprocal_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(reciprocal_grad, ReciprocalFunctor);

}  // namespace paddle::operators
