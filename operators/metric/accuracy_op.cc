#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;

class AccuracyOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    for (const char* slot : {"Indices", "Label"}) {
      PADDLE_ENFORCE(ctx->InputType(slot) == DataType::kInt64, InvalidArgument,
                     slot, " of accuracy is int64, not ",
                     framework::DataTypeName(ctx->InputType(slot)));
    }
    CheckDims(ctx->InputDims("Indices"), ctx->InputDims("Label"));
    ctx->SetOutput("Accuracy", Dims(), DataType::kFloat32);
    ctx->SetOutput("Correct", Dims(), DataType::kInt64);
    ctx->SetOutput("Total", Dims(), DataType::kInt64);
  }

 private:
  static void CheckDims(const Dims& indices, const Dims& label) {
    PADDLE_ENFORCE_EQ(indices.rank(), 2,
                      "Indices of accuracy are [rows, k], "
                      "not ",
                      indices.ToString());
    const bool column = label.rank() == 2 && label[1] == 1;
    PADDLE_ENFORCE(label.rank() == 1 || column, InvalidArgument,
                   "Label of accuracy is [rows, 1] or [rows], not ",
                   label.ToString());
    const bool known = indices[0] >= 0 && label[0] >= 0;
    PADDLE_ENFORCE(!known || indices[0] == label[0], InvalidArgument,
                   "Indices ", indices.ToString(), " and Label ",
                   label.ToString(), " of accuracy have different rows");
  }
};

class AccuracyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Out", "The best scores, [rows, k]; not read, may be left out.")
        .AsOptional()
        .ShapeOnly();
    AddInput("Indices", "The classes with the best scores, int64, [rows, k].");
    AddInput("Label", "The right classes, int64, [rows, 1] or [rows].");
    AddOutput("Accuracy", "Correct / Total, a float32 scalar; 0 of no rows.");
    AddOutput("Correct", "How many rows hold their label, an int64 scalar.");
    AddOutput("Total", "The number of rows, an int64 scalar.");
    AddComment(
        "How often the right class is among the k best ones that top_k found.");
    KernelTypeFrom("Indices");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(accuracy, AccuracyOp, AccuracyOpMaker);

}  // namespace paddle::operators
