#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/tanh_shrink_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(tanh_shrink, TanhShrinkFunctor);

}  // namespace paddle::operators
