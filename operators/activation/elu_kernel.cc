#include "paddle/operators/activation/elu_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(elu, EluFunctor);

}  // namespace paddle::operators
