#include "paddle/operators/elementwise/elementwise_floordiv_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_floordiv, FloordivFunctor);

}  // namespace paddle::operators
