#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

void InferSelectedRowsClip(framework::InferShapeContext* ctx) {
  ctx->SetSelectedRows("Out", ctx->InputDims("X"), ctx->InputType("X"));
}

void DescribeSelectedRowsClip(framework::OpMaker* op) {
  op->AddInput("X", "SelectedRows of any shape.")
      .Kinds({framework::proto::SELECTED_ROWS});
  op->AddOutput("Out", "SelectedRows of the shape of X: each of its rows once.")
      .Kinds({framework::proto::SELECTED_ROWS});
  op->AddAttr<double>("min", "The least value.");
  op->AddAttr<double>("max", "The greatest value.");
  op->AddComment(
      "Out = min(max(X, min), max), element by element, once rows of X that "
      "appear more than once are added up. Errors: InvalidArgument for a dense "
      "X.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    selected_rows_clip, framework::ShapeFunction(InferSelectedRowsClip),
    framework::MakerFunction(DescribeSelectedRowsClip));
REGISTER_OP_FLOPS(selected_rows_clip, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
