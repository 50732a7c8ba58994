#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/detection/grid_boxes.h"
#include "paddle/operators/detection/prior_sizes.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// Attributes; a step of 0 spreads the places over the image.
struct PriorPlaces {
  bool clip;
  double step_w;
  double step_h;
  double offset;
};

double StepOf(double given, int64_t image, int64_t places) {
  if (given > 0) return given;
  return static_cast<double>(image) / static_cast<double>(places);
}

template <class Device, class T>
void PriorBox(const Device& device, const Tensor& input, const Tensor& image,
              const PriorSizes& sizes, const PriorPlaces& places,
              const std::vector<double>& variances, Tensor* boxes,
              Tensor* out_variances) {
  const double x = StepOf(places.step_w, image.dims()[3], input.dims()[3]);
  const double y = StepOf(places.step_h, image.dims()[2], input.dims()[2]);
  kernels::FillGrid<Device, T>(
      device,
      {places.offset * x, places.offset * y, x, y,
       static_cast<double>(image.dims()[3]),
       static_cast<double>(image.dims()[2]), places.clip, SizesOfPriors(sizes)},
      variances, boxes, out_variances);
}

constexpr absl::string_view kNames[] = {"Input",
                                        "Image",
                                        "min_sizes",
                                        "max_sizes",
                                        "aspect_ratios",
                                        "flip",
                                        "min_max_aspect_ratios_order",
                                        "clip",
                                        "step_w",
                                        "step_h",
                                        "offset",
                                        "variances",
                                        "Boxes",
                                        "Variances"};

}  // namespace

REGISTER_FUNCTION_KERNEL(prior_box, PriorBox, kNames, float, double);

}  // namespace paddle::operators
