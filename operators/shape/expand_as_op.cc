#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/shape/broadcast_dims.h"

namespace paddle::operators {
namespace {

void DescribeExpandAs(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddInput("Y", "Tensor of any data type, of which only the shape is read.")
      .NoGradient()
      .ShapeOnly();
  op->AddOutput("Out", "X in the shape of Y.");
  op->AddComment(
      "With X [3, 1] and Y [2, 3, 4], Out is [2, 3, 4], by NumPy's "
      "broadcasting: axes align at the last one, those of size 1 are repeated, "
      "and missing ones added in front. Errors: InvalidArgument for shapes "
      "that do not broadcast.");
}

void InferExpandAs(framework::InferShapeContext* context) {
  SetBroadcastOut(context, context->InputDims("Y"));
}

}  // namespace

REGISTER_OP(expand_as, framework::ShapeFunction(InferExpandAs),
            framework::MakerFunction(DescribeExpandAs), expand_as_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(expand_as, framework::NoFlops());
REGISTER_OP_FLOPS(expand_as_grad, framework::FlopsOfEach("Out@GRAD", 1));

}  // namespace paddle::operators
