#include "paddle/operators/elementwise/elementwise_min_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_OF_ALL_TYPES(elementwise_min, MinFunctor);

}  // namespace paddle::operators
