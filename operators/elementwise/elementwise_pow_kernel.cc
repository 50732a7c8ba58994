#include "paddle/operators/elementwise/elementwise_pow_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_pow, PowFunctor);

}  // namespace paddle::operators
