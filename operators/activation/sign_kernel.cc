#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/sign_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_AND_INTEGERS(sign, SignFunctor);

}  // namespace paddle::operators
