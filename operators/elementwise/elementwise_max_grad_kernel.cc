#include "paddle/operators/elementwise/elementwise_max_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_max_grad, MaxFunctor);

}  // namespace paddle::operators
