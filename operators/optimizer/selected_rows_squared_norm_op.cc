#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class SelectedRowsSquaredNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->SetOutput("Out", {}, ctx->InputType("X"));
  }
};

class SelectedRowsSquaredNormOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "SelectedRows of any shape.")
        .Kinds({framework::proto::SELECTED_ROWS});
    AddOutput("Out", "One number, [].");
    AddComment(
        "Out = the sum of the squares of all elements of the tensor that X "
        "stands for: rows that appear more than once are added up first. "
        "Errors: InvalidArgument for a dense X.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(selected_rows_squared_norm,
                             SelectedRowsSquaredNormOp,
                             SelectedRowsSquaredNormOpMaker);
REGISTER_OP_FLOPS(selected_rows_squared_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
