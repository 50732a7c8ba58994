#include <cmath>
#include <vector>

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/detection/grid_boxes.h"
#include "paddle/operators/detection/prior_sizes.h"

namespace paddle::operators {
namespace {

using framework::Tensor;
using Numbers = std::vector<double>;

// Attributes.
struct AnchorSizes {
  Numbers sizes;
  Numbers ratios;
  Numbers stride;  // along x and y
};

// Returns the sizes of the anchors of one place: each aspect ratio with each
// size. The sides of the box that is scaled to a size are whole numbers.
std::vector<BoxSize> SizesOfAnchors(const AnchorSizes& anchors) {
  const double step_x = anchors.stride[0], step_y = anchors.stride[1];
  std::vector<BoxSize> boxes;
  for (double ratio : anchors.ratios) {
    const double width = std::round(std::sqrt(step_x * step_y / ratio));
    const double height = std::round(width * ratio);
    for (double size : anchors.sizes) {
      boxes.push_back({size / step_x * width - 1, size / step_y * height - 1});
    }
  }
  return boxes;
}

template <class Device, class T>
void AnchorGenerator(const Device& device, const Tensor&,
                     const AnchorSizes& anchors, double offset,
                     const Numbers& variances, Tensor* boxes,
                     Tensor* out_variances) {
  const double step_x = anchors.stride[0], step_y = anchors.stride[1];
  kernels::FillGrid<Device, T>(
      device,
      {offset * (step_x - 1), offset * (step_y - 1), step_x, step_y, 1, 1,
       false, SizesOfAnchors(anchors)},
      variances, boxes, out_variances);
}

constexpr absl::string_view kNames[] = {
    "Input",  "anchor_sizes", "aspect_ratios", "stride",
    "offset", "variances",    "Anchors",       "Variances"};

}  // namespace

REGISTER_FUNCTION_KERNEL(anchor_generator, AnchorGenerator, kNames, float,
                         double);

}  // namespace paddle::operators
