#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class SelectedRowsClipOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckRows(ctx, "X");
    ctx->SetSelectedRows("Out", ctx->InputDims("X"), ctx->InputType("X"));
  }
};

class SelectedRowsClipOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "SelectedRows.");
    AddOutput("Out", "SelectedRows: each row of X once.");
    AddAttr<double>("min", "The least value.");
    AddAttr<double>("max", "The greatest value.");
    AddComment(
        "Adds up rows of X that appear more than once, and moves each element "
        "into [min, max].");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(selected_rows_clip, SelectedRowsClipOp,
                             SelectedRowsClipOpMaker);

}  // namespace paddle::operators
