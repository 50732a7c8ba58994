#include "paddle/operators/activation/hard_sigmoid_functor.h"
#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(hard_sigmoid, HardSigmoidFunctor);

}  // namespace paddle::operators
