#include "paddle/operators/optimizer/optimizer_inputs.h"

#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataTypeName;
using framework::Dims;
using framework::InferShapeContext;

void CheckSameType(InferShapeContext* ctx, absl::string_view slot,
                   absl::string_view like) {
  PADDLE_ENFORCE(ctx->InputType(slot) == ctx->InputType(like), InvalidArgument,
                 slot, " of ", ctx->op_type(), " is ",
                 DataTypeName(ctx->InputType(slot)), ", but ", like, " is ",
                 DataTypeName(ctx->InputType(like)));
}

void CheckLike(InferShapeContext* ctx, absl::string_view slot,
               absl::string_view like) {
  const Dims wanted = ctx->InputDims(like);
  const Dims dims = ctx->InputDims(slot);
  // The ranks must agree even where sizes are unknown.
  bool same = dims.rank() == wanted.rank();
  for (int axis = 0; same && axis < dims.rank(); ++axis) {
    // While a program is built a size may be a symbol, which fits any size.
    const bool known = dims[axis] >= 0 && wanted[axis] >= 0;
    same = !known || dims[axis] == wanted[axis];
  }
  PADDLE_ENFORCE(same, InvalidArgument, slot, " of ", ctx->op_type(), " is ",
                 dims.ToString(), ", but ", like, " is ", wanted.ToString());
  CheckSameType(ctx, slot, like);
}

void CheckState(InferShapeContext* ctx, absl::string_view state,
                absl::string_view output) {
  CheckLike(ctx, state, "Param");
  // The output gets the input's sizes, symbols among them.
  ctx->ShareShape(
      state, output.empty() ? absl::StrCat(state, "Out") : std::string(output));
}

void InferParam(InferShapeContext* ctx) {
  if (!ctx->InputIsSelectedRows("Param")) {
    return ctx->ShareShape("Param", "ParamOut");
  }
  PADDLE_ENFORCE(ctx->InputIsSelectedRows("Grad"), InvalidArgument, "Param of ",
                 ctx->op_type(),
                 " is SelectedRows, but Grad is a dense tensor ",
                 ctx->InputDims("Grad").ToString(),
                 ", which has rows that Param does not have");
  ctx->SetSelectedRows("ParamOut", ctx->InputDims("Param"),
                       ctx->InputType("Param"));
}

void CheckOneNumber(InferShapeContext* ctx, absl::string_view slot) {
  const Dims dims = ctx->InputDims(slot);
  // [1] is as good as [], and so is [n] while n is not known.
  const bool one =
      dims.rank() == 0 || (dims.rank() == 1 && (dims[0] == 1 || dims[0] < 0));
  PADDLE_ENFORCE(one, InvalidArgument, slot, " of ", ctx->op_type(),
                 " is one number, not ", dims.ToString());
}

void CheckScalar(InferShapeContext* ctx, absl::string_view slot) {
  CheckOneNumber(ctx, slot);
  CheckSameType(ctx, slot, "Param");
}

}  // namespace paddle::operators
