// Non-maximum suppression: of boxes that overlap, only the one of the highest
// score is kept. Runs on the host, since how many are kept depends on values;
// for a GPU boxes and scores are copied there, and the result back.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Attributes of multiclass_nms. A number of -1 stands for all.
struct NmsOptions {
  int64_t background_label;
  double score_threshold;
  int64_t nms_top_k;
  double nms_threshold;
  double nms_eta;
  int64_t keep_top_k;
  bool normalized;
};

// Finds objects in each of n images: boxes [n, m, 4] with scores [n, c, m]. Of
// each class but the background, boxes whose score exceeds score_threshold are
// looked at, the nms_top_k best, best first: a box is kept unless its overlap
// with one that was kept exceeds the threshold. The threshold, while above 0.5,
// is multiplied by nms_eta for each box that is kept. Of all boxes of an image
// the keep_top_k best remain. Equal scores are in the order of the boxes.
//
// `out` becomes [boxes, 6], allocated from `allocator`: class, score, x1, y1,
// x2, y2, by class, best first; a sequence for each image. T: float, double.
template <class Device, class T>
void MulticlassNms(const Device& device, const framework::Tensor& boxes,
                   const framework::Tensor& scores, const NmsOptions& options,
                   memory::Allocator* allocator, framework::LoDTensor* out);

// The limits of NonMaxSuppression, tensors of one element each, which may be
// null: int64, T, T.
struct NmsLimits {
  const framework::Tensor* most;     // boxes of each class; 0 without it
  const framework::Tensor* overlap;  // 0 without it
  const framework::Tensor* score;    // without it all boxes are looked at
};

// Chooses boxes likewise, without background, and without limits other than
// these. Boxes are two opposite corners y1, x1, y2, x2, or `centered`: the
// center x, y, width and height. `out` becomes [chosen, 3], int64: image,
// class, box. Throws InvalidArgument for a limit that has not one element.
template <class Device, class T>
void ChooseBoxes(const Device& device, const framework::Tensor& boxes,
                 const framework::Tensor& scores, const NmsLimits& limits,
                 bool centered, memory::Allocator* allocator,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels
