#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/square_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(square_grad, SquareFunctor);

}  // namespace paddle::operators
