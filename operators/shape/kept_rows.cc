#include "paddle/operators/shape/kept_rows.h"

namespace paddle::operators {

using framework::Dims;

void SetOut(framework::InferShapeContext* context, const Dims& out,
            bool keeps_rows) {
  context->SetOutput("Out", out, context->InputType("X"));
  if (keeps_rows) context->ShareLoD("X", "Out");
}

void SetOutOfRows(framework::InferShapeContext* context, const Dims& out) {
  const Dims x = context->InputDims("X");
  // A scalar has no rows.
  SetOut(context, out, x.rank() > 0 && out.rank() > 0 && x[0] == out[0]);
}

}  // namespace paddle::operators
