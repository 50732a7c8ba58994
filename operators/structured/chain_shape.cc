#include "paddle/operators/structured/chain_shape.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/structured/row_labels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

void CheckChain(framework::InferShapeContext* context) {
  LevelsOf(*context, "Emission");
  const Dims emission = context->InputDims("Emission");
  const Dims transition = context->InputDims("Transition");
  PADDLE_ENFORCE(
      emission.rank() == 2 && transition.rank() == 2 && emission[1] != 0,
      InvalidArgument, context->op_type(),
      " takes Emission [rows, tags] and Transition [tags + 2, tags], not ",
      emission.ToString(), " and ", transition.ToString());
  const int64_t tags = emission[1];
  const int64_t rows = context->sizes().Add(tags, 2);
  PADDLE_ENFORCE(framework::MayBeEqual(transition, Dims({rows, tags})),
                 InvalidArgument, "Transition of ", context->op_type(), " is ",
                 transition.ToString(), ", but Emission ", emission.ToString(),
                 " wants [", context->sizes().Text(rows), ", ",
                 context->sizes().Text(tags), "]");
  PADDLE_ENFORCE_EQ(context->InputType("Emission"),
                    context->InputType("Transition"), "Emission and Transition",
                    " of ", context->op_type(), " have one data type");
  if (context->HasInput("Label")) CheckRowLabels(*context, "Label", "Emission");
}

// Each row: log-sum-exp over all pairs of tags (add, exp, add).
double ChainFlops(const framework::FlopsContext& op) {
  const double rows = op.DimsOf("Emission")[0];
  const double tags = op.DimsOf("Emission")[1];
  return rows * tags * (3 * tags + 2);
}

}  // namespace paddle::operators
