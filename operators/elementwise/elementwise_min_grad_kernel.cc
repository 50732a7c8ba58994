#include "paddle/operators/elementwise/elementwise_min_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_min_grad, MinFunctor);

}  // namespace paddle::operators
