#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/metric/labels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;

void InferAccuracy(framework::InferShapeContext* ctx) {
  CheckType(*ctx, "Indices", DataType::kInt64);
  CheckType(*ctx, "Label", DataType::kInt64);
  PADDLE_ENFORCE_EQ(ctx->InputDims("Indices").rank(), 2,
                    "Indices of accuracy are [rows, k], not ",
                    ctx->InputDims("Indices").ToString());
  CheckColumn(*ctx, "Label");
  CheckSameRows(*ctx, "Indices", "Label");
  ctx->SetOutput("Accuracy", Dims(), DataType::kFloat32);
  ctx->SetOutput("Correct", Dims(), DataType::kInt64);
  ctx->SetOutput("Total", Dims(), DataType::kInt64);
}

void DescribeAccuracy(framework::OpMaker* op) {
  op->AddInput("Out", "The best scores, [rows, k]; not read, may be left out.")
      .AsOptional()
      .ShapeOnly();
  op->AddInput("Indices",
               "The classes with the best scores, int64, [rows, k].");
  op->AddInput("Label", "The right classes, int64, [rows, 1] or [rows].");
  op->AddOutput("Accuracy", "Correct / Total, a float32 scalar; 0 of no rows.");
  op->AddOutput("Correct", "How many rows hold their label, an int64 scalar.");
  op->AddOutput("Total", "The number of rows, an int64 scalar.");
  op->AddComment(
      "Accuracy = Correct / Total: how often the right class is among the k "
      "best ones that top_k found. Errors: InvalidArgument for Indices or a "
      "Label that are not int64, or have different rows.");
  op->KernelTypeFrom("Indices");
}

REGISTER_OP_WITHOUT_GRADIENT(accuracy, framework::ShapeFunction(InferAccuracy),
                             framework::MakerFunction(DescribeAccuracy));
REGISTER_OP_FLOPS(accuracy, framework::NoFlops());

}  // namespace paddle::operators
