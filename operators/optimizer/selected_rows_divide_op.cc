#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

void InferSelectedRowsDivide(framework::InferShapeContext* ctx) {
  CheckOneNumber(ctx, "Y");
  CheckSameType(ctx, "Y", "X");
  ctx->SetSelectedRows("Out", ctx->InputDims("X"), ctx->InputType("X"));
}

void DescribeSelectedRowsDivide(framework::OpMaker* op) {
  op->AddInput("X", "SelectedRows of any shape.")
      .Kinds({framework::proto::SELECTED_ROWS});
  op->AddInput("Y", "One number, [] or [1], of the type of X.");
  op->AddOutput("Out", "SelectedRows with the rows and the shape of X.")
      .Kinds({framework::proto::SELECTED_ROWS});
  op->AddComment(
      "Out = X / Y. Errors: InvalidArgument for a dense X, and a Y that is not "
      "one number of its type.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    selected_rows_divide, framework::ShapeFunction(InferSelectedRowsDivide),
    framework::MakerFunction(DescribeSelectedRowsDivide));
REGISTER_OP_FLOPS(selected_rows_divide, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
