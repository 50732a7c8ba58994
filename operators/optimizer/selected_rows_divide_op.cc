#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class SelectedRowsDivideOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckOneNumber(ctx, "Y");
    CheckSameType(ctx, "Y", "X");
    ctx->SetSelectedRows("Out", ctx->InputDims("X"), ctx->InputType("X"));
  }
};

class SelectedRowsDivideOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "SelectedRows of any shape.")
        .Kinds({framework::proto::SELECTED_ROWS});
    AddInput("Y", "One number, [] or [1], of the type of X.");
    AddOutput("Out", "SelectedRows with the rows and the shape of X.")
        .Kinds({framework::proto::SELECTED_ROWS});
    AddComment(
        "Out = X / Y. Errors: InvalidArgument for a dense X, and a Y that is "
        "not one number of its type.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(selected_rows_divide, SelectedRowsDivideOp,
                             SelectedRowsDivideOpMaker);
REGISTER_OP_FLOPS(selected_rows_divide, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
