#include <algorithm>
#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void DescribeExpand(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 9 or less.");
  op->AddOutput("Out",
                "X, expand_times[i] times along axis i. Its rank and the "
                "number of axes that are repeated are 9 or less together.");
  op->AddAttr<Numbers>("expand_times", "How often, for each axis of X.")
      .LengthOfAxes()
      .AtLeast(1);
  op->AddComment(
      "With X [[a, b]] and expand_times 2, 3: [[a, b, a, b, a, b], [a, b, a, "
      "b, a, b]]. The gradient of an element is the sum of those of its "
      "copies. Errors: InvalidArgument for other than one number for each "
      "axis; Unimplemented for too many axes.");
}

void InferExpand(framework::InferShapeContext* context) {
  Dims dims = context->InputDims("X");
  const auto& times = context->Attr<Numbers>("expand_times");
  PADDLE_ENFORCE(times.size() == static_cast<size_t>(dims.rank()),
                 InvalidArgument, "expand has ", times.size(),
                 " expand_times for X ", dims.ToString());
  // The kernel walks a repeated axis as two, copies and elements.
  const auto repeated = std::count_if(times.begin(), times.end(),
                                      [](int64_t n) { return n > 1; });
  PADDLE_ENFORCE(dims.rank() + repeated <= Dims::kMaxRank, Unimplemented,
                 "expand of X ", dims.ToString(), " along ", repeated,
                 " axes: together they may be ", Dims::kMaxRank);
  for (int axis = 0; axis < dims.rank(); ++axis) {
    dims[axis] = context->sizes().Mul(dims[axis], times[axis]);
  }
  // Copies of the rows would belong to no sequence.
  SetOut(context, dims, !times.empty() && times[0] == 1);
}

}  // namespace

REGISTER_OP(expand, framework::ShapeFunction(InferExpand),
            framework::MakerFunction(DescribeExpand), expand_grad,
            framework::GradOpSchema({}));
REGISTER_ATTR_INPUT(expand, expand_times, ExpandTimesTensor);
REGISTER_OP_FLOPS(expand, framework::NoFlops());

}  // namespace paddle::operators
