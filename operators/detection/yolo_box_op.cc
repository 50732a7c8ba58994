#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeYoloGrid(framework::OpMaker* op) {
  op->AddAttr<std::vector<int64_t>>(
        "anchors",
        "The width and height of each anchor, in pixels of the "
        "network's input, one after the other.")
      .LengthAtLeast(2)
      .GreaterThan(0);
  op->AddAttr<int64_t>("class_num", "The number of classes.").AtLeast(1);
  op->AddAttr<double>("conf_thresh",
                      "Boxes of less confidence are zeros, as are their "
                      "scores.")
      .SetDefault(0.01);
  op->AddAttr<int64_t>("downsample_ratio",
                       "The pixels of the network's input for each place.")
      .SetDefault(32)
      .AtLeast(1);
  op->AddAttr<bool>("clip_bbox", "Edges are clipped to the image.")
      .SetDefault(true);
  op->AddAttr<double>("scale_x_y",
                      "The range of the center of a box around that of its "
                      "place.")
      .SetDefault(1);
  op->AddAttr<bool>("iou_aware",
                    "X begins with a channel for each anchor, the logit of "
                    "its overlap with an object.")
      .SetDefault(false);
  op->AddAttr<double>("iou_aware_factor", "The part of that in the confidence.")
      .SetDefault(0.5)
      .AtLeast(0)
      .AtMost(1);
}

void DescribeYoloBox(framework::OpMaker* op) {
  op->AddInput("X",
               "What a network says of each place, [N, channels, H, W]: for "
               "each anchor tx, ty, tw, th, the logit of the confidence, and "
               "those of the classes.")
      .NoGradient();
  op->AddInput("ImgSize",
               "The height and width of each image, [N, 2], int32 or int64.")
      .NoGradient();
  op->AddOutput("Boxes",
                "x1, y1, x2, y2 in pixels of the image, [N, anchors * H * W, "
                "4]: by anchor, then by row and column.");
  op->AddOutput("Scores",
                "Of each box for each class, [N, anchors * H * W, "
                "class_num].");
  DescribeYoloGrid(op);
  op->KernelTypeFrom("X");
  op->AddComment(
      "Of the place in column i and row j, s = scale_x_y and b = (1 - s) / 2, "
      "a box has its center at ((i + s * sigmoid(tx) + b) / W, (j + s * "
      "sigmoid(ty) + b) / H) and is exp(tw) * anchor / (downsample_ratio * W) "
      "wide, exp(th) * anchor / (downsample_ratio * H) high, in parts of the "
      "image. A score is the confidence times the sigmoid of the class; with "
      "iou_aware, the confidence is that to the power of 1 - "
      "iou_aware_factor, times the overlap to the power of "
      "iou_aware_factor. Source: Redmon and Farhadi 2018, YOLOv3, "
      "arXiv:1804.02767; iou_aware: Wu et al. 2020, arXiv:1912.05992. "
      "Errors: InvalidArgument for an X of other channels, an ImgSize of "
      "another shape or no integers, and an odd number of anchors.");
}

void CheckImgSize(const InferShapeContext& context, int64_t images) {
  const Dims sizes = context.InputDims("ImgSize");
  PADDLE_ENFORCE(sizes.rank() == 2 && framework::MayBeEqual(sizes[1], 2) &&
                     framework::MayBeEqual(sizes[0], images),
                 InvalidArgument,
                 "ImgSize of yolo_box is [N, 2] for the N images of X, not ",
                 sizes.ToString());
  const auto type = context.InputType("ImgSize");
  PADDLE_ENFORCE(type == framework::DataType::kInt32 ||
                     type == framework::DataType::kInt64,
                 InvalidArgument, "ImgSize of yolo_box is int32 or int64, not ",
                 framework::DataTypeName(type));
}

void InferYoloBox(InferShapeContext* context) {
  const Dims x = ImageDims(*context, "X", 2);
  CheckImgSize(*context, x[0]);
  const auto& anchors = context->Attr<std::vector<int64_t>>("anchors");
  PADDLE_ENFORCE(anchors.size() % 2 == 0, InvalidArgument,
                 "anchors of yolo_box are widths and heights, not ",
                 anchors.size(), " numbers");
  const auto count = static_cast<int64_t>(anchors.size() / 2);
  const auto classes = context->Attr<int64_t>("class_num");
  framework::SizeAlgebra* sizes = &context->sizes();
  const int64_t each =
      sizes->Add(classes, context->Attr<bool>("iou_aware") ? 6 : 5);
  const int64_t channels = sizes->Mul(count, each);
  PADDLE_ENFORCE(framework::MayBeEqual(x[1], channels), InvalidArgument, "X ",
                 x.ToString(), " of yolo_box has ", channels, " channels for ",
                 count, " anchors of ", each);
  const int64_t boxes = sizes->Mul(count, sizes->Mul(x[2], x[3]));
  context->SetOutput("Boxes", {x[0], boxes, 4}, context->InputType("X"));
  context->SetOutput("Scores", {x[0], boxes, classes}, context->InputType("X"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(yolo_box, framework::ShapeFunction(InferYoloBox),
                             framework::MakerFunction(DescribeYoloBox));
REGISTER_OP_FLOPS(yolo_box, framework::FlopsOfEach("Scores", 2));

}  // namespace paddle::operators
