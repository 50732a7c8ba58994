#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/metric/labels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeAuc(framework::OpMaker* op) {
  op->AddInput(
        "Predict",
        "Probabilities, [rows, 2], of which the second column is that of the "
        "positive class, or of that class alone, [rows, 1] or [rows].")
      .NoGradient();
  op->AddInput("Label",
               "1 for positive, 0 for negative, int64, like one column.")
      .NoGradient();
  op->AddInput("StatPos",
               "How many positives there were before, by their score, int64, "
               "[num_thresholds + 1].")
      .NoGradient();
  op->AddInput("StatNeg", "The same of negatives, int64, like StatPos.")
      .NoGradient();
  op->AddOutput("AUC", "The area of all rows so far, a float64 scalar.");
  op->AddOutput("StatPosOut",
                "StatPos and the positives of these rows, like StatPos.");
  op->AddOutput("StatNegOut",
                "StatNeg and the negatives of these rows, like StatNeg.");
  op->AddAttr<int64_t>("num_thresholds",
                       "How finely scores are told apart: 1 / num_thresholds.")
      .SetDefault(4095)
      .AtLeast(1)
      .AtMost(1 << 24);
  op->AddAttr<std::string>(
        "curve",
        "ROC: true over false positive rate; PR: precision over recall.")
      .SetDefault("ROC")
      .OneOf({"ROC", "PR"});
  op->AddComment(
      "The area under the curve over all thresholds, by trapezoids; 0 without "
      "positives, under ROC also without negatives. Source: Fawcett, An "
      "introduction to ROC analysis (2006). Errors: OutOfRange, when run, for "
      "a score outside of [0, 1] or a label other than 0 and 1, naming the "
      "row; InvalidArgument for other shapes and types.");
  op->Updates("StatPosOut", "StatPos");
  op->Updates("StatNegOut", "StatNeg");
}

void InferAuc(framework::InferShapeContext* context) {
  const Dims predict = context->InputDims("Predict");
  const bool fits =
      predict.rank() == 1 ||
      (predict.rank() == 2 && (predict[1] == 1 || predict[1] == 2));
  PADDLE_ENFORCE(fits, InvalidArgument,
                 "Predict of auc is [rows, 2], [rows, 1] or [rows], not ",
                 predict.ToString());
  CheckType(*context, "Label", DataType::kInt64);
  CheckColumn(*context, "Label");
  CheckSameRows(*context, "Predict", "Label");
  const Dims bins = {context->Attr<int64_t>("num_thresholds") + 1};
  for (const char* slot : {"StatPos", "StatNeg"}) {
    CheckState(*context, slot, DataType::kInt64, bins);
  }
  context->SetOutput("AUC", Dims(), DataType::kFloat64);
  context->SetOutput("StatPosOut", bins, DataType::kInt64);
  context->SetOutput("StatNegOut", bins, DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(auc, framework::ShapeFunction(InferAuc),
                             framework::MakerFunction(DescribeAuc));
REGISTER_OP_FLOPS(auc, framework::NoFlops());

}  // namespace paddle::operators
