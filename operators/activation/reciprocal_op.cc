#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    reciprocal, ActivationGradFromOut, /*operations=*/1, "1 / X",
    "0 gives inf and -0 gives -inf, as in IEEE arithmetic; an infinite X gives "
    "0. The derivative is -1 / X^2, -inf at 0.");

}  // namespace paddle::operators
