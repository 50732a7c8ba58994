#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/named_axes.h"

namespace paddle::operators {
namespace {

void DescribeFlip(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out",
                "The elements of X backwards along the axes; the shape of X.");
  op->AddAttr<std::vector<int64_t>>(
        "axis", "The axes; negative ones count from the end.")
      .LengthOfAxes();
  op->AddComment(
      "With X [[a, b, c]] and axis 1: [[c, b, a]]. Errors: OutOfRange for an "
      "axis that X does not have; InvalidArgument for one that is named "
      "twice.");
}

void InferFlip(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const auto axes =
      NamedAxes(context->Attr<std::vector<int64_t>>("axis"), x.rank());
  // Rows in reverse order would lie in other sequences.
  SetOut(context, x, !axes[0]);
}

// Returns the attributes of the gradient, which flips back: the same axes.
framework::AttributeMap SameAxes(const framework::proto::OpDesc& forward) {
  return {{"axis", framework::GetAttribute(forward, "axis")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(flip, framework::ShapeFunction(InferFlip),
                             framework::MakerFunction(DescribeFlip));
REGISTER_GRADIENT_MAKER(flip, SameOpGradient(SameAxes));
REGISTER_PRECISION(flip, kFollows);
REGISTER_OP_FLOPS(flip, framework::NoFlops());

}  // namespace paddle::operators
