#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(selu, ActivationGradFromX, /*operations=*/5,
                    "scale * X where X > 0, else scale * alpha * (exp(X) - 1)",
                    "Source: Klambauer, Unterthiner, Mayr and Hochreiter 2017, "
                    "arXiv:1706.02515.",
                    {{"scale", "The slope on the right.", 1.0507009873554805},
                     {"alpha", "-scale * alpha is the limit for X = -inf.",
                      1.6732632423543772}});
REGISTER_PRECISION(selu, kFollows);

}  // namespace paddle::operators
