// Boxes, and regions of images.
#include <string>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

void NonMaxSuppression(Node* node) {
  layer::SlotList inputs{{"Boxes", node->In(0)}, {"Scores", node->In(1)}};
  const char* limits[] = {"MaxOutputBoxesPerClass", "IouThreshold",
                          "ScoreThreshold"};
  for (int i = 0; i < 3; ++i) {
    if (node->HasInput(2 + i)) {
      inputs.push_back({limits[i], node->In(2 + i)});
    }
  }
  const bool centered = node->IntAttr("center_point_box", 0) != 0;
  node->Out(0, node->Op("non_max_suppression", inputs,
                        {{"center_point_box", centered}}));
}

void RoiAlign(Node* node) {
  const std::string mode = node->TextAttr("mode", "avg");
  PADDLE_ONNX_REFUSE(mode != "avg" && mode != "max", "mode ", mode);
  const std::string middle =
      node->TextAttr("coordinate_transformation_mode",
                     node->opset() < 16 ? "output_half_pixel" : "half_pixel");
  PADDLE_ONNX_REFUSE(middle != "half_pixel" && middle != "output_half_pixel",
                     "coordinate_transformation_mode ", middle);
  node->Out(0, node->Op(mode == "avg" ? "roi_align" : "roi_align_max",
                        {{"X", node->In(0)},
                         {"ROIs", node->In(1)},
                         {"BatchIndex", node->In(2)}},
                        {{"spatial_scale", node->FloatAttr("spatial_scale", 1)},
                         {"pooled_height", node->IntAttr("output_height", 1)},
                         {"pooled_width", node->IntAttr("output_width", 1)},
                         {"sampling_ratio", node->IntAttr("sampling_ratio", 0)},
                         {"aligned", middle == "half_pixel"}}));
}

// A region is the number of its image, and a box.
void MaxRoiPool(Node* node) {
  const Ints shape = node->RequiredInts("pooled_shape");
  PADDLE_ENFORCE(shape.size() == 2, InvalidArgument, "pooled_shape has ",
                 shape.size(), " numbers instead of 2");
  const Variable rois = node->In(1);
  PADDLE_ENFORCE(rois.dims().rank() == 2, InvalidArgument, "regions ",
                 rois.ToString(), " instead of [regions, 5]");
  const Variable images =
      node->Cast(At(node, rois, 1, 0), framework::DataType::kInt64);
  node->Out(0, node->Op("roi_pool",
                        {{"X", node->In(0)},
                         {"ROIs", Part(node, rois, 1, 1, kToTheEnd)},
                         {"BatchIndex", images}},
                        {{"spatial_scale", node->FloatAttr("spatial_scale", 1)},
                         {"pooled_height", shape[0]},
                         {"pooled_width", shape[1]}}));
}

PADDLE_ONNX_IMPORT("NonMaxSuppression", 10, NonMaxSuppression);
PADDLE_ONNX_IMPORT("RoiAlign", 10, RoiAlign);
PADDLE_ONNX_IMPORT("MaxRoiPool", 1, MaxRoiPool);

}  // namespace
}  // namespace paddle::onnx
