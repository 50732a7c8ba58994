#include "paddle/operators/elementwise/elementwise_div_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_div_grad, DivFunctor);

}  // namespace paddle::operators
