#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/softplus_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(softplus, SoftplusFunctor);

}  // namespace paddle::operators
