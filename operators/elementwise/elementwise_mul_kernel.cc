#include "paddle/operators/elementwise/elementwise_mul_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_mul, MulFunctor);

}  // namespace paddle::operators
