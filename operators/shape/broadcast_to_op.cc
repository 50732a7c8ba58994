#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/shape/broadcast_dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeBroadcastTo(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out", "X in the given shape.");
  op->AddAttr<std::vector<int64_t>>(
        "shape",
        "The shape of Out, of the rank of X or more; -1 keeps the size of X.")
      .LengthOfAxes()
      .AtLeast(-1);
  op->AddComment(
      "NumPy's broadcasting: axes align at the last one, those of size 1 are "
      "repeated, and missing ones added in front. With X [3, 1] and shape [2, "
      "-1, 4], Out is [2, 3, 4]. Errors: InvalidArgument for a shape to which "
      "X does not broadcast, and a -1 where X has no size.");
}

void InferBroadcastTo(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  framework::Dims target(context->Attr<std::vector<int64_t>>("shape"));
  const int added = target.rank() - x.rank();
  for (int axis = 0; axis < target.rank(); ++axis) {
    if (target[axis] >= 0) continue;
    PADDLE_ENFORCE(axis >= added, InvalidArgument, "axis ", axis,
                   " of broadcast_to has size -1, but X ", x.ToString(),
                   " has no size for it");
    target[axis] = x[axis - added];
  }
  SetBroadcastOut(context, target);
}

}  // namespace

REGISTER_OP(broadcast_to, framework::ShapeFunction(InferBroadcastTo),
            framework::MakerFunction(DescribeBroadcastTo), broadcast_to_grad,
            framework::GradOpSchema({}));
REGISTER_ATTR_INPUT(broadcast_to, shape, ShapeTensor);
REGISTER_OP_FLOPS(broadcast_to, framework::NoFlops());
REGISTER_OP_FLOPS(broadcast_to_grad, framework::FlopsOfEach("Out@GRAD", 1));

}  // namespace paddle::operators
