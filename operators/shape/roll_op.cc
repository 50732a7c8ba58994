#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using Numbers = std::vector<int64_t>;

void DescribeRoll(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput(
      "Out",
      "X shifted: what leaves at one end comes in at the other; its shape.");
  op->AddAttr<Numbers>("shifts",
                       "By how many places, for each of axis; negative numbers "
                       "shift to the front.")
      .LengthOf("axis")
      // 2^53: bounds are doubles, which hold integers exactly up to here.
      .AtLeast(-9007199254740992.0)
      .AtMost(9007199254740992.0);
  op->AddAttr<Numbers>("axis", "The axes; negative ones count from the end.")
      .LengthOfAxes();
  op->AddComment(
      "With X a, b, c, axis 0 and shifts 1: c, a, b. Errors: InvalidArgument "
      "for other than one shift for each axis; OutOfRange for an axis that X "
      "does not have.");
}

void InferRoll(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const auto& axis = context->Attr<Numbers>("axis");
  const auto& shifts = context->Attr<Numbers>("shifts");
  PADDLE_ENFORCE(shifts.size() == axis.size(), InvalidArgument, "roll has ",
                 shifts.size(), " shifts for ", axis.size(), " axes");
  const auto axes = NamedAxes(axis, x.rank());
  // Shifted rows would lie in other sequences.
  SetOut(context, x, !axes[0]);
}

framework::AttributeMap Back(const framework::proto::OpDesc& forward) {
  // No shift is too large to be negated: the bounds are 2^53.
  Numbers shifts = framework::GetAttr<Numbers>(forward, "shifts");
  for (int64_t& shift : shifts) shift = -shift;
  return {{"shifts", shifts},
          {"axis", framework::GetAttribute(forward, "axis")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(roll, framework::ShapeFunction(InferRoll),
                             framework::MakerFunction(DescribeRoll));
REGISTER_GRADIENT_MAKER(roll, SameOpGradient(Back));
REGISTER_OP_FLOPS(roll, framework::NoFlops());

}  // namespace paddle::operators
