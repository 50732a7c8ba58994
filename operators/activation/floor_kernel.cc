#include "paddle/operators/activation/floor_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(floor, FloorFunctor);

}  // namespace paddle::operators
