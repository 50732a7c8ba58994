#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/operators/detection/nms_dims.h"

namespace paddle::operators {
namespace {

using framework::DataType;

void DescribeNonMaxSuppression(framework::OpMaker* op) {
  op->AddInput("Boxes",
               "Two opposite corners y1, x1, y2, x2 of each box, [N, M, 4].")
      .NoGradient();
  op->AddInput("Scores", "Of each box for each class, [N, classes, M].")
      .NoGradient();
  op->AddInput("MaxOutputBoxesPerClass",
               "The number of boxes to choose of each class, at most, int64, "
               "[1] or []; without it 0.")
      .AsOptional()
      .NoGradient();
  op->AddInput("IouThreshold",
               "A box is dropped if its overlap with a chosen one exceeds it, "
               "[1] or []; without it 0.")
      .AsOptional()
      .NoGradient();
  op->AddInput("ScoreThreshold",
               "Boxes count whose score exceeds it, [1] or []; without it all.")
      .AsOptional()
      .NoGradient();
  op->AddOutput("Out",
                "Image, class and number of each box that is chosen, int64, "
                "[chosen, 3]; by image and class, best first.");
  op->AddAttr<bool>("center_point_box",
                    "Boxes are the center x, y, width and height instead.")
      .SetDefault(false);
  op->KernelTypeFrom("Boxes");
  op->HasValueDependentShape();
  op->AddComment(
      "Non-maximum suppression as ONNX has it: boxes of a class are looked at "
      "best first, and chosen unless they overlap one that was chosen by more "
      "than IouThreshold (intersection over union). Equal scores are in the "
      "order of the boxes; a score that is NaN never counts. Source: Neubeck "
      "and Van Gool, Efficient non-maximum suppression (2006). Errors: "
      "InvalidArgument for inputs of other shapes or types, and, when run, for "
      "a limit that has not one element.");
}

void CheckLimit(const framework::InferShapeContext& context,
                absl::string_view slot, DataType type) {
  if (!context.HasInput(slot)) return;
  const framework::Dims dims = context.InputDims(slot);
  const bool fits = dims.rank() == 0 ||
                    (dims.rank() == 1 && framework::MayBeEqual(dims[0], 1));
  PADDLE_ENFORCE(fits && context.InputType(slot) == type, InvalidArgument, slot,
                 " of non_max_suppression is one ",
                 framework::DataTypeName(type), ", not ", dims.ToString(),
                 " of ", framework::DataTypeName(context.InputType(slot)));
}

void InferNonMaxSuppression(framework::InferShapeContext* context) {
  CheckScoredBoxes(*context, "Boxes");
  const DataType type = context->InputType("Boxes");
  CheckLimit(*context, "MaxOutputBoxesPerClass", DataType::kInt64);
  CheckLimit(*context, "IouThreshold", type);
  CheckLimit(*context, "ScoreThreshold", type);
  context->SetOutput("Out", {UnknownSize(context, "non_max_suppression"), 3},
                     DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    non_max_suppression, framework::ShapeFunction(InferNonMaxSuppression),
    framework::MakerFunction(DescribeNonMaxSuppression));
REGISTER_OP_FLOPS(non_max_suppression, framework::NoFlops());

}  // namespace paddle::operators
