#include "paddle/operators/detection/roi_schema_base.h"

#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/operators/detection/box_dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

void DescribeRois(framework::OpMaker* op) {
  op->AddInput("X", "Images, [N, C, H, W].");
  op->AddInput("ROIs",
               "Boxes x1, y1, x2, y2, [R, 4]; without BatchIndex those of each "
               "image form a sequence.")
      .NoGradient();
  op->AddInput("BatchIndex", "The image of each box, int32 or int64, [R].")
      .AsOptional()
      .NoGradient();
  op->AddAttr<double>("spatial_scale",
                      "What edges are multiplied by to be places of X.")
      .SetDefault(1)
      .GreaterThan(0);
  op->AddAttr<int64_t>("pooled_height", "The height of Out.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<int64_t>("pooled_width", "The width of Out.")
      .SetDefault(1)
      .AtLeast(1);
}

void DescribeSamples(framework::OpMaker* op) {
  op->AddAttr<int64_t>("sampling_ratio",
                       "The number of samples of a bin along each axis; -1 or "
                       "0: its size, rounded up. Samples more than one element "
                       "outside of X count as 0; so do all of a bin of 2^30 "
                       "elements or more.")
      .SetDefault(-1)
      .AtLeast(-1)
      .AtMost(1024);
  op->AddAttr<bool>("aligned",
                    "Place 0 of an edge is the border of the first element, "
                    "not its middle. Otherwise boxes are 1 wide and high at "
                    "least.")
      .SetDefault(false);
}

namespace {

void CheckImages(InferShapeContext* context, int64_t boxes, int64_t images) {
  if (context->HasInput("BatchIndex")) {
    const Dims dims = context->InputDims("BatchIndex");
    const DataType type = context->InputType("BatchIndex");
    PADDLE_ENFORCE(dims.rank() == 1 && framework::MayBeEqual(dims[0], boxes),
                   InvalidArgument, "BatchIndex of ", context->op_type(),
                   " has one number for each of ROIs, not ", dims.ToString());
    PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                   InvalidArgument, "BatchIndex of ", context->op_type(),
                   " is int32 or int64, not ", framework::DataTypeName(type));
    return;
  }
  const int64_t sequences = SequencesOf(context, "ROIs");
  PADDLE_ENFORCE(!context->is_running() || sequences == images, InvalidArgument,
                 "ROIs of ", context->op_type(), " has ", sequences,
                 " sequences for ", images, " images");
}

}  // namespace

Dims PooledDims(InferShapeContext* context) {
  const Dims x = ImageDims(*context, "X", 2);
  const Dims rois = BoxDims(*context, "ROIs", 2);
  CheckSameType(*context, "X", "ROIs");
  CheckImages(context, rois[0], x[0]);
  PADDLE_ENFORCE(x[2] != 0 && x[3] != 0, InvalidArgument, context->op_type(),
                 " has no elements to pool in X ", x.ToString());
  return {rois[0], x[1], context->Attr<int64_t>("pooled_height"),
          context->Attr<int64_t>("pooled_width")};
}

}  // namespace paddle::operators
