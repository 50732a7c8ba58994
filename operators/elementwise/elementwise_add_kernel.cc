#include "paddle/operators/elementwise/elementwise_add_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_add, AddFunctor);

}  // namespace paddle::operators
