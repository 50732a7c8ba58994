#include "paddle/operators/common/broadcast_output.h"

#include "paddle/framework/types/infer_broadcast.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

bool HasRowsOf(const Dims& operand, const Dims& out) {
  return operand.rank() == out.rank() &&
         (out.rank() == 0 || operand[0] == out[0]);
}

void SetBroadcastOutput(framework::InferShapeContext* context,
                        const Dims& y_dims, framework::DataType out_type) {
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Y"),
                    "X and Y must be of one data type");
  const Dims x = context->InputDims("X");
  const Dims out = framework::BroadcastDims(x, y_dims, &context->sizes());
  context->SetOutput("Out", out, out_type);
  context->ShareLoD(HasRowsOf(x, out) ? "X" : "Y", "Out");
}

}  // namespace paddle::operators
