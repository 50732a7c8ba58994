#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/metric/labels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeMeanIou(framework::OpMaker* op) {
  op->AddInput("Predictions", "Predicted classes, int32 or int64, any shape.")
      .NoGradient();
  op->AddInput("Labels", "The right classes, of the same type and shape.")
      .NoGradient();
  op->AddInput("InWrongs",
               "OutWrong of the elements before, int64, [num_classes]; none if "
               "left out.")
      .AsOptional()
      .NoGradient();
  op->AddInput(
        "InCorrects",
        "OutCorrect of the elements before, likewise int64, [num_classes].")
      .AsOptional()
      .NoGradient();
  op->AddOutput("OutMeanIou",
                "The mean over classes of intersection over union, of all "
                "elements so far, a float64 scalar.");
  op->AddOutput("OutWrong",
                "How many elements are of the class by prediction or by label, "
                "not by both, int64, [num_classes].");
  op->AddOutput(
      "OutCorrect",
      "How many elements are of the class by both, int64, [num_classes].");
  op->AddAttr<int64_t>("num_classes", "How many classes there are.")
      .AtLeast(1)
      .AtMost(1 << 24);
  op->AddComment(
      "IoU = correct / (correct + wrong). Classes without elements do not "
      "count; without any class the mean is 0. Errors: OutOfRange, when run, "
      "for a class that is not in [0, num_classes), naming the element; "
      "InvalidArgument for inputs of different shapes or types.");
  op->Updates("OutWrong", "InWrongs");
  op->Updates("OutCorrect", "InCorrects");
}

void InferMeanIou(framework::InferShapeContext* context) {
  const Dims predictions = context->InputDims("Predictions");
  const Dims labels = context->InputDims("Labels");
  PADDLE_ENFORCE(framework::MayBeEqual(predictions, labels), InvalidArgument,
                 "Predictions ", predictions.ToString(), " and Labels ",
                 labels.ToString(), " of mean_iou have different shapes");
  CheckType(*context, "Labels", context->InputType("Predictions"));
  const Dims classes = {context->Attr<int64_t>("num_classes")};
  for (const char* slot : {"InWrongs", "InCorrects"}) {
    CheckState(*context, slot, DataType::kInt64, classes);
  }
  context->SetOutput("OutMeanIou", Dims(), DataType::kFloat64);
  context->SetOutput("OutWrong", classes, DataType::kInt64);
  context->SetOutput("OutCorrect", classes, DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(mean_iou, framework::ShapeFunction(InferMeanIou),
                             framework::MakerFunction(DescribeMeanIou));
REGISTER_OP_FLOPS(mean_iou, framework::NoFlops());

}  // namespace paddle::operators
