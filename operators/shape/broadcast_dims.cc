#include "paddle/operators/shape/broadcast_dims.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

void SetBroadcastOut(framework::InferShapeContext* context,
                     const Dims& target) {
  const Dims x = context->InputDims("X");
  const int added = target.rank() - x.rank();
  bool fits = added >= 0;
  for (int axis = 0; fits && axis < x.rank(); ++axis) {
    fits = x[axis] == 1 || framework::MayBeEqual(x[axis], target[added + axis]);
  }
  PADDLE_ENFORCE(fits, InvalidArgument, context->op_type(), " cannot spread X ",
                 x.ToString(), " to ", target.ToString());
  context->SetOutput("Out", target, context->InputType("X"));
  // New or repeated rows belong to no sequence.
  if (added == 0 && x.rank() > 0 && x[0] == target[0]) {
    context->ShareLoD("X", "Out");
  }
}

}  // namespace paddle::operators
