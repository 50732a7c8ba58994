#ifdef __clang__  // It warns of each loop that a call keeps from vectorising.
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#include "paddle/operators/elementwise/elementwise_mod_functor.h"
#include "paddle/operators/elementwise/kernel_base.h"

namespace paddle::operators {

REGISTER_ELEMENTWISE_GRAD(elementwise_mod_grad, ModFunctor);

}  // namespace paddle::operators
