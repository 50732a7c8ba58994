#include "paddle/operators/elementwise/elementwise_mod_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_mod, ModFunctor);

}  // namespace paddle::operators
