#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(softsign, ActivationGradFromX, /*operations=*/4,
                    "X / (1 + |X|)",
                    "Out lies in [-1, 1]; an infinite X gives NaN, and the "
                    "gradient 0. The derivative is 1 / (1 + |X|)^2.");
REGISTER_PRECISION(softsign, kFollows);

}  // namespace paddle::operators
