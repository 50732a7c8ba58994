#include "paddle/operators/elementwise/elementwise_add_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_add_grad, AddFunctor);

}  // namespace paddle::operators
