#include "paddle/operators/elementwise/elementwise_sub_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE(elementwise_sub, SubFunctor);

}  // namespace paddle::operators
