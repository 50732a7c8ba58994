#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(rsqrt, ActivationGradFromOut, /*operations=*/1,
                    "1 / sqrt(X) (inf for 0, NaN below)",
                    "X = inf gives 0, and -0 gives -inf, as in IEEE "
                    "arithmetic. The derivative is -Out^3 / 2, -inf at 0.");

}  // namespace paddle::operators
