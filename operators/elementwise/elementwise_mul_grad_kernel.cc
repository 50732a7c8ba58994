#include "paddle/operators/elementwise/elementwise_mul_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_mul_grad, MulFunctor);

}  // namespace paddle::operators
