#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    tanh_shrink, ActivationGradFromX, /*operations=*/4, "X - tanh(X)",
    "An infinite X stays as it is. For small X, Out is about X^3 / 3, and only "
    "its absolute error is small. The derivative is tanh(X)^2.");

}  // namespace paddle::operators
