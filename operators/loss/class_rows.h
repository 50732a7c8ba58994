// Rows of one number per class along any axis of a tensor, such as the pixels
// of images [N, classes, H, W].
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The rows of a contiguous tensor, counted in the order of their elements in a
// tensor without the axis of classes: losses and labels stand in that order.
// The classes of a row are `inner` elements apart.
struct ClassRows {
  // Throws OutOfRange for an axis that there is not; negative ones count from
  // the end.
  ClassRows(const framework::Dims& dims, int64_t axis_of_classes) {
    const int axis = framework::NormalizeAxis(axis_of_classes, dims.rank());
    classes = dims[axis];
    inner = dims.Slice(axis + 1, dims.rank()).Numel();
    count = classes == 0 ? 0 : dims.Numel() / classes;
  }

  // Returns the offset of the first class of a row; and the row of such an
  // element.
  PADDLE_HOST_DEVICE int64_t At(int64_t row) const {
    if (inner == 1) return row * classes;
    return row / inner * classes * inner + row % inner;
  }
  PADDLE_HOST_DEVICE int64_t RowOf(int64_t element) const {
    if (inner == 1) return element / classes;
    const int64_t slab = classes * inner;
    return element / slab * inner + element % inner;
  }
  // Returns the class of an element of its row.
  PADDLE_HOST_DEVICE int64_t ClassOf(int64_t element) const {
    if (inner == 1) return element % classes;
    return element / inner % classes;
  }

  int64_t classes;
  int64_t inner;
  int64_t count;  // 0 without classes
};

}  // namespace paddle::operators::kernels
