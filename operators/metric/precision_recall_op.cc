#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/metric/labels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribePrecisionRecall(framework::OpMaker* op) {
  op->AddInput("MaxProbs", "The best score of each row, [rows, 1]; not read.")
      .ShapeOnly()
      .NoGradient();
  op->AddInput(
        "Indices",
        "The class of each row's best score, int64, [rows, 1] or [rows].")
      .NoGradient();
  op->AddInput("Labels", "The right classes, int64, like Indices.")
      .NoGradient();
  op->AddInput("Weights",
               "How much each row counts, of the type of MaxProbs, like "
               "Indices; 1 if left out.")
      .AsOptional()
      .NoGradient();
  op->AddInput("StatesInfo",
               "AccumStatesInfo of the rows before, float64, [class_number, "
               "4]; none if left out.")
      .AsOptional()
      .NoGradient();
  op->AddOutput("BatchMetrics",
                "Of these rows, float64, [6]: macro averages (means over the "
                "classes) of precision, recall and F1, then micro averages (of "
                "the sums over the classes).");
  op->AddOutput("AccumMetrics", "The same of all rows so far, float64, [6].");
  op->AddOutput(
      "AccumStatesInfo",
      "The weights of true positives, false positives, true negatives and "
      "false negatives of each class, float64, [class_number, 4].");
  op->AddAttr<int64_t>("class_number", "How many classes there are.")
      .AtLeast(1)
      .AtMost(1 << 24);
  op->AddComment(
      "Precision = TP / (TP + FP), recall = TP / (TP + FN), F1 = 2 TP / (2 TP "
      "+ FP + FN); 0 / 0 is 0. Errors: OutOfRange, when run, for a class that "
      "is not in [0, class_number), naming the row; InvalidArgument for inputs "
      "of different rows.");
  op->Updates("AccumStatesInfo", "StatesInfo");
}

void InferPrecisionRecall(framework::InferShapeContext* context) {
  for (const char* slot : {"Indices", "Labels"}) {
    CheckType(*context, slot, DataType::kInt64);
  }
  if (context->HasInput("Weights")) {
    CheckType(*context, "Weights", context->InputType("MaxProbs"));
  }
  for (const char* slot : {"MaxProbs", "Indices", "Labels", "Weights"}) {
    if (!context->HasInput(slot)) continue;
    CheckColumn(*context, slot);
    CheckSameRows(*context, "Indices", slot);
  }
  const Dims states = {context->Attr<int64_t>("class_number"), 4};
  CheckState(*context, "StatesInfo", DataType::kFloat64, states);
  context->SetOutput("BatchMetrics", {6}, DataType::kFloat64);
  context->SetOutput("AccumMetrics", {6}, DataType::kFloat64);
  context->SetOutput("AccumStatesInfo", states, DataType::kFloat64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(precision_recall,
                             framework::ShapeFunction(InferPrecisionRecall),
                             framework::MakerFunction(DescribePrecisionRecall));
REGISTER_OP_FLOPS(precision_recall, framework::NoFlops());

}  // namespace paddle::operators
