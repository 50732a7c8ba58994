// Boxes at each place of a feature map.
#pragma once

#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/detection/prior_sizes.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The boxes at place (h, w) have their centers at (first_x + w * step_x,
// first_y + h * step_y), and these sizes; then all edges are divided.
struct BoxGrid {
  double first_x, first_y;
  double step_x, step_y;
  double divide_x, divide_y;
  bool clip;  // to [0, 1]
  std::vector<BoxSize> sizes;
};

// Sets boxes [h, w, sizes, 4] to x1, y1, x2, y2 of each box of the grid, and
// `variances`, in the same shape, to the four numbers of each box. Either may
// be null. T: float, double.
template <class Device, class T>
void FillGrid(const Device& device, const BoxGrid& grid,
              const std::vector<double>& numbers, framework::Tensor* boxes,
              framework::Tensor* variances);

}  // namespace paddle::operators::kernels
