#include "paddle/operators/elementwise/elementwise_div_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_div, DivFunctor);

}  // namespace paddle::operators
