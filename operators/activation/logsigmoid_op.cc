#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(logsigmoid, ActivationGradFromX, /*operations=*/1,
                    "log(1 / (1 + exp(-X)))",
                    "Neither end overflows: Out is 0 for X = inf, and X itself "
                    "for X far below 0. The derivative is 1 / (1 + exp(X)).");

}  // namespace paddle::operators
