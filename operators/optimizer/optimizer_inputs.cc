#include "paddle/operators/optimizer/optimizer_inputs.h"

#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataTypeName;
using framework::Dims;
using framework::InferShapeContext;

namespace {

void CheckType(InferShapeContext* ctx, absl::string_view slot) {
  PADDLE_ENFORCE(ctx->InputType(slot) == ctx->InputType("Param"),
                 InvalidArgument, slot, " of ", ctx->op_type(), " is ",
                 DataTypeName(ctx->InputType(slot)), ", but Param is ",
                 DataTypeName(ctx->InputType("Param")));
}

void CheckLikeParam(InferShapeContext* ctx, absl::string_view slot) {
  const Dims param = ctx->InputDims("Param");
  const Dims dims = ctx->InputDims(slot);
  bool same = dims.rank() == param.rank();
  for (int axis = 0; same && axis < dims.rank(); ++axis) {
    const bool known = dims[axis] >= 0 && param[axis] >= 0;
    same = !known || dims[axis] == param[axis];
  }
  PADDLE_ENFORCE(same, InvalidArgument, slot, " of ", ctx->op_type(), " is ",
                 dims.ToString(), ", but Param is ", param.ToString());
  CheckType(ctx, slot);
}

}  // namespace

void CheckStates(InferShapeContext* ctx,
                 std::initializer_list<absl::string_view> states) {
  CheckLikeParam(ctx, "Grad");
  ctx->ShareShape("Param", "ParamOut");
  for (absl::string_view state : states) CheckState(ctx, state);
}

void CheckState(InferShapeContext* ctx, absl::string_view state,
                absl::string_view output) {
  CheckLikeParam(ctx, state);
  ctx->ShareShape(
      state, output.empty() ? absl::StrCat(state, "Out") : std::string(output));
}

void CheckScalar(InferShapeContext* ctx, absl::string_view slot) {
  const Dims dims = ctx->InputDims(slot);
  const bool one =
      dims.rank() == 0 || (dims.rank() == 1 && (dims[0] == 1 || dims[0] < 0));
  PADDLE_ENFORCE(one, InvalidArgument, slot, " of ", ctx->op_type(),
                 " is one number, not ", dims.ToString());
  CheckType(ctx, slot);
}

}  // namespace paddle::operators
