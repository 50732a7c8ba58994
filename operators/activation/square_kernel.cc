#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/square_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_AND_INTEGERS(square, SquareFunctor);

}  // namespace paddle::operators
