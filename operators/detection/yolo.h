// Boxes and scores of what a YOLO network says of each place of a feature map.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The attributes of yolo_box.
struct YoloGrid {
  std::vector<int64_t> anchors;  // width and height of each, in pixels
  int64_t class_num;
  double conf_thresh;
  int64_t downsample_ratio;
  bool clip_bbox;
  double scale_x_y;
  bool iou_aware;
  double iou_aware_factor;
};

// Computes `boxes` [n, anchors * h * w, 4] and `scores` [n, anchors * h * w,
// class_num] of x [n, channels, h, w] and `image_sizes` [n, 2], the height and
// width of each image, int32 or int64. Boxes of less confidence than
// conf_thresh are zeros, as are their scores. T: float, double.
template <class Device, class T>
void YoloBox(const Device& device, const framework::Tensor& x,
             const framework::Tensor& image_sizes, const YoloGrid& grid,
             framework::Tensor* boxes, framework::Tensor* scores);

}  // namespace paddle::operators::kernels
