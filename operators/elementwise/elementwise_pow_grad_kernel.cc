#include "paddle/operators/elementwise/elementwise_pow_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_pow_grad, PowFunctor);

}  // namespace paddle::operators
