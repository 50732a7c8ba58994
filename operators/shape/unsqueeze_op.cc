#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/named_axes.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void DescribeUnsqueeze(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput(
      "Out", "The same elements, in the shape of X with new axes of size 1.");
  op->AddAttr<Numbers>("axes",
                       "Where the new axes stand in Out; negative ones count "
                       "from the end of Out's.")
      .LengthOfAxes();
  op->MayReuse("Out", "X");
  op->AddComment(
      "As numpy.expand_dims: with X [2, 3] and axes 0 and 2, Out is [1, 2, 1, "
      "3]; two new axes in front are 0 and 1. Errors: InvalidArgument for an "
      "axis that is named twice, and more axes than a tensor has; OutOfRange "
      "for one that Out cannot have.");
}

void InferUnsqueeze(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const auto& axes = context->Attr<Numbers>("axes");
  const int rank = x.rank() + static_cast<int>(axes.size());
  PADDLE_ENFORCE(rank <= Dims::kMaxRank, InvalidArgument, "X ", x.ToString(),
                 " with ", axes.size(), " more axes has rank ", rank,
                 ", which is above ", Dims::kMaxRank);
  const auto added = NamedAxes(axes, rank);
  Dims out;
  for (int axis = 0, from = 0; axis < rank; ++axis) {
    out.Append(added[axis] ? 1 : x[from++]);
  }
  // A new axis in front takes the place of the rows.
  SetOut(context, out, !added[0]);
}

}  // namespace

REGISTER_OP(unsqueeze, framework::ShapeFunction(InferUnsqueeze),
            framework::MakerFunction(DescribeUnsqueeze), unsqueeze_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_ATTR_INPUT(unsqueeze, axes, AxesTensor);
REGISTER_PRECISION(unsqueeze, kFollows);
REGISTER_OP_FLOPS(unsqueeze, framework::NoFlops());

}  // namespace paddle::operators
