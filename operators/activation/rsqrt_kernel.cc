#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/rsqrt_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(rsqrt, RsqrtFunctor);

}  // namespace paddle::operators
