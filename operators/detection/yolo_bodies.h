// The definition of the function of yolo.h, which yolo.cc and yolo.cu
// instantiate for their devices.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/detection/box.h"
#include "paddle/operators/detection/each.h"
#include "paddle/operators/detection/yolo.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Computes the box of a place and an anchor, and its scores.
template <typename T, typename Size>
struct YoloBoxOf {
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    const int64_t places = height * width;
    const int64_t place = i % places, anchor = i / places % count;
    const int64_t image = i / (places * count);
    const T* const all = x + image * channels * places;
    const int64_t each = 5 + classes;
    // With iou_aware the overlaps of all anchors come first.
    const int64_t first = (iou_aware ? count : 0) + anchor * each;
    const T* const from = all + first * places + place;
    T confidence = Sigmoid(from[4 * places]);
    if (iou_aware) {
      const T overlap = Sigmoid(all[anchor * places + place]);
      confidence = std::pow(confidence, T(1) - iou_factor) *
                   std::pow(overlap, iou_factor);
    }
    // Written so that NaN is seen.
    const bool is_low = confidence < threshold;
    const Size* const size = image_sizes + image * 2;
    const Box<T> box =
        is_low ? Box<T>{} : BoxOf(from, place, anchor, size[0], size[1]);
    box.Put(boxes + i * 4);
    for (int64_t c = 0; c < classes; ++c) {
      scores[i * classes + c] =
          is_low ? T(0) : confidence * Sigmoid(from[(5 + c) * places]);
    }
  }

  PADDLE_HOST_DEVICE Box<T> BoxOf(const T* from, int64_t place, int64_t anchor,
                                  Size image_height, Size image_width) const {
    const int64_t places = height * width;
    const T high = static_cast<T>(image_height);
    const T wide = static_cast<T>(image_width);
    // The center and half the sizes.
    const T x0 = Center(place % width, from[0]) * wide / T(width);
    const T y0 = Center(place / width, from[places]) * high / T(height);
    const T half_width = std::exp(from[2 * places]) * T(anchors[2 * anchor]) *
                         wide / T(ratio * width) / 2;
    const T half_height = std::exp(from[3 * places]) *
                          T(anchors[2 * anchor + 1]) * high /
                          T(ratio * height) / 2;
    const Box<T> box{x0 - half_width, y0 - half_height, x0 + half_width,
                     y0 + half_height};
    if (!clips) return box;
    return {box.x1 < 0 ? T(0) : box.x1, box.y1 < 0 ? T(0) : box.y1,
            box.x2 > wide - 1 ? wide - 1 : box.x2,
            box.y2 > high - 1 ? high - 1 : box.y2};
  }

  // Returns a coordinate of the center, in places.
  PADDLE_HOST_DEVICE T Center(int64_t at, T logit) const {
    return T(at) + Sigmoid(logit) * scale - (scale - T(1)) / 2;
  }

  const T* x;
  const Size* image_sizes;
  const int64_t* anchors;
  int64_t count;  // of anchors
  int64_t channels, height, width;
  int64_t classes;
  int64_t ratio;
  T threshold, scale, iou_factor;
  bool clips, iou_aware;
  T* boxes;
  T* scores;
};

namespace internal {

template <typename Size, class Device, class T>
void YoloBoxes(const Device& device, const framework::Tensor& x,
               const framework::Tensor& image_sizes, const YoloGrid& grid,
               framework::Tensor* boxes, framework::Tensor* scores) {
  const DeviceCopy anchors(device, grid.anchors);
  ForEach(
      device, boxes->numel() / 4,
      YoloBoxOf<T, Size>{
          x.data<T>(), image_sizes.data<Size>(), anchors.data(),
          static_cast<int64_t>(grid.anchors.size() / 2), x.dims()[1],
          x.dims()[2], x.dims()[3], grid.class_num, grid.downsample_ratio,
          static_cast<T>(grid.conf_thresh), static_cast<T>(grid.scale_x_y),
          static_cast<T>(grid.iou_aware_factor), grid.clip_bbox, grid.iou_aware,
          boxes->mutable_data<T>(), scores->mutable_data<T>()});
}

}  // namespace internal

template <class Device, class T>
void YoloBox(const Device& device, const framework::Tensor& x,
             const framework::Tensor& image_sizes, const YoloGrid& grid,
             framework::Tensor* boxes, framework::Tensor* scores) {
  const bool is_short = image_sizes.dtype() == framework::DataType::kInt32;
  (is_short ? internal::YoloBoxes<int32_t, Device, T>
            : internal::YoloBoxes<int64_t, Device, T>)(device, x, image_sizes,
                                                       grid, boxes, scores);
}

}  // namespace paddle::operators::kernels
