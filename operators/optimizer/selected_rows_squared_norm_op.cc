#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

void InferSelectedRowsSquaredNorm(framework::InferShapeContext* ctx) {
  ctx->SetOutput("Out", {}, ctx->InputType("X"));
}

void DescribeSelectedRowsSquaredNorm(framework::OpMaker* op) {
  op->AddInput("X", "SelectedRows of any shape.")
      .Kinds({framework::proto::SELECTED_ROWS});
  op->AddOutput("Out", "One number, [].");
  op->AddComment(
      "Out = the sum of the squares of all elements of the tensor that X "
      "stands for: rows that appear more than once are added up first. Errors: "
      "InvalidArgument for a dense X.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    selected_rows_squared_norm,
    framework::ShapeFunction(InferSelectedRowsSquaredNorm),
    framework::MakerFunction(DescribeSelectedRowsSquaredNorm));
REGISTER_OP_FLOPS(selected_rows_squared_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
