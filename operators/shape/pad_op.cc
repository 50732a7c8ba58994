#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void DescribePad(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out",
                "X with a border: paddings before and behind are added to each "
                "size; the rank of X.");
  op->AddAttr<Numbers>("paddings",
                       "Two numbers for each axis: how many elements are added "
                       "in front, and how many behind.")
      .LengthBetween(0, 2 * Dims::kMaxRank)
      .AtLeast(0);
  op->AddAttr<double>("pad_value",
                      "What the border holds in mode constant; the data type "
                      "must be able to hold it.")
      .SetDefault(0);
  op->AddAttr<int64_t>("int_pad_value", ExactTwinOf("pad_value")).SetDefault(0);
  op->SetVersion(2);
  op->AddAttr<std::string>(
        "mode",
        "What the border holds: pad_value, X mirrored at its outermost "
        "elements (paddings are less than the size), or those elements again.")
      .SetDefault("constant")
      .OneOf({"constant", "reflect", "replicate"});
  op->AddComment(
      "With X a, b, c and paddings 2, 1: constant 0, 0, a, b, c, 0; reflect c, "
      "b, a, b, c, b; replicate a, a, a, b, c, c. Errors: InvalidArgument for "
      "other than two paddings for each axis, for a mirror that is too small, "
      "and for a pad_value that the data type cannot hold.");
}

// Refuses a border that has nothing to repeat.
void CheckMirror(const framework::InferShapeContext& context, const Dims& x,
                 int axis, int64_t padding) {
  const auto& mode = context.Attr<std::string>("mode");
  if (mode == "constant" || padding == 0 || x[axis] < 0) return;
  const int64_t needed = mode == "reflect" ? padding + 1 : 1;
  PADDLE_ENFORCE(x[axis] >= needed, InvalidArgument, "pad of mode ", mode,
                 " by ", padding, " along axis ", axis, " of X ", x.ToString(),
                 " needs ", needed, " elements there");
}

void InferPad(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const auto& paddings = context->Attr<Numbers>("paddings");
  PADDLE_ENFORCE(paddings.size() == static_cast<size_t>(2 * x.rank()),
                 InvalidArgument, "pad has ", paddings.size(),
                 " paddings for X ", x.ToString(), ", not two for each axis");
  CheckHolds(context->InputType("X"), NumberAttribute(*context, "pad_value"));
  Dims out = x;
  for (int axis = 0; axis < x.rank(); ++axis) {
    const int64_t front = paddings[2 * axis];
    const int64_t behind = paddings[2 * axis + 1];
    CheckMirror(*context, x, axis, std::max(front, behind));
    out[axis] =
        context->sizes().Add(out[axis], context->sizes().Add(front, behind));
  }
  SetOutOfRows(context, out);
}

}  // namespace

REGISTER_OP(pad, framework::ShapeFunction(InferPad),
            framework::MakerFunction(DescribePad), pad_grad,
            framework::GradOpSchema({}));
REGISTER_ATTR_INPUT(pad, paddings, PaddingsTensor);
REGISTER_OP_UPGRADE(pad, 1, SameNumbers);
REGISTER_OP_UPGRADE(pad_grad, 1, SameNumbers);
REGISTER_PRECISION(pad, kFollows);
REGISTER_OP_FLOPS(pad, framework::NoFlops());

}  // namespace paddle::operators
