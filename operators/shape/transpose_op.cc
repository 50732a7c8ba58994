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

void DescribeTranspose(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out", "Tensor with the axes of X in another order.");
  op->AddAttr<std::vector<int64_t>>(
        "axis",
        "Axis i of Out is axis axis[i] of X: each axis of X once; negative "
        "ones count from the end.")
      .LengthOfAxes();
  op->AddComment(
      "With X [2, 3, 4] and axis [2, 0, 1], Out is [4, 2, 3]. Errors: "
      "InvalidArgument unless each axis of X is named once; OutOfRange for an "
      "axis that X does not have.");
}

void InferTranspose(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const auto axis =
      OrderedAxes(context->Attr<std::vector<int64_t>>("axis"), x.rank());
  framework::Dims out;
  for (const int64_t from : axis) out.Append(x[from]);
  SetOut(context, out, !axis.empty() && axis[0] == 0);
}

// Transposes back: axis i of Out came from axis axis[i] of X and returns there.
framework::AttributeMap InverseOf(const framework::proto::OpDesc& forward) {
  const auto given = framework::GetAttr<std::vector<int64_t>>(forward, "axis");
  const auto axis = OrderedAxes(given, static_cast<int>(given.size()));
  std::vector<int64_t> inverse(axis.size());
  for (size_t i = 0; i < axis.size(); ++i) inverse[axis[i]] = i;
  return {{"axis", inverse}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(transpose,
                             framework::ShapeFunction(InferTranspose),
                             framework::MakerFunction(DescribeTranspose));
REGISTER_GRADIENT_MAKER(transpose, SameOpGradient(InverseOf));
REGISTER_PRECISION(transpose, kFollows);
REGISTER_OP_FLOPS(transpose, framework::NoFlops());

}  // namespace paddle::operators
