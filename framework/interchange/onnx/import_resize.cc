// Images of other sizes.
#include <algorithm>
#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/resize_at_run_time.h"
#include "paddle/framework/interchange/onnx/resize_plan.h"
#include "paddle/framework/interchange/onnx/resize_taps.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// More taps than these are one product of matrices.
constexpr int64_t kFewTaps = 4;

Dims AlongAxis(const Dims& x, int axis, int64_t size) {
  std::vector<int64_t> dims(x.rank(), 1);
  dims[axis] = size;
  return Dims(dims);
}

// Returns the elements of a tap, each times its weight.
Variable TapOf(Node* node, const Variable& x, int axis, const Taps& taps,
               int64_t k) {
  Ints index;
  std::vector<double> weights;
  for (size_t i = k; i < taps.index.size(); i += taps.taps) {
    index.push_back(taps.index[i]);
    weights.push_back(taps.weight[i]);
  }
  const auto size = static_cast<int64_t>(index.size());
  const auto is = [&](double wanted) {
    return std::all_of(weights.begin(), weights.end(),
                       [=](double weight) { return weight == wanted; });
  };
  if (is(0)) return Variable();
  const Variable taken =
      node->Op("gather", {{"X", x}, {"Index", Integers(node, {size}, index)}},
               {{"axis", int64_t{axis}}});
  if (is(1)) return taken;
  return Mul(
      node, taken,
      Numbers(node, AlongAxis(x.dims(), axis, size), weights, x.dtype()));
}

// Returns a product with the matrix of all weights.
Variable Product(Node* node, const Variable& x, int axis, const Taps& taps) {
  const int last = x.dims().rank() - 1;
  const int64_t size = KnownSize(x, axis);
  const auto out = static_cast<int64_t>(taps.index.size()) / taps.taps;
  PADDLE_ONNX_REFUSE(size * out > kMostMade, "an axis of ", size,
                     " elements, resized to ", out);
  std::vector<double> weights(size * out);
  for (size_t i = 0; i < taps.index.size(); ++i) {
    weights[taps.index[i] * out + static_cast<int64_t>(i) / taps.taps] +=
        taps.weight[i];
  }
  const Variable matrix = Numbers(node, {size, out}, weights, x.dtype());
  return SwapAxes(node, MatMul(node, SwapAxes(node, x, axis, last), matrix),
                  axis, last);
}

// One tap of nearest elements suffices: the others count nothing.
Taps Nearest(const Taps& taps) {
  Taps one = taps;
  one.taps = 1;
  one.index.clear();
  for (size_t i = 0; i < taps.index.size(); ++i) {
    if (taps.weight[i] != 0) one.index.push_back(taps.index[i]);
  }
  one.weight.assign(one.index.size(), 1);
  return one;
}

// Puts `value` where an element lies outside of the source.
Variable WithOutside(Node* node, const Variable& x, int axis, const Taps& taps,
                     double value) {
  if (std::find(taps.outside.begin(), taps.outside.end(), true) ==
      taps.outside.end()) {
    return x;
  }
  const Ints places(taps.outside.begin(), taps.outside.end());
  const auto size = static_cast<int64_t>(places.size());
  const Variable outside =
      Integers(node, AlongAxis(x.dims(), axis, size), places, DataType::kBool);
  return Where(node, outside, node->Number(value, x.dtype()), x);
}

Variable ResizeAxis(Node* node, const Variable& x, int axis,
                    const ResizeRule& rule, const ResizedAxis& sizes) {
  PADDLE_ENFORCE(sizes.size > 0 && sizes.out > 0, InvalidArgument,
                 "an axis of ", sizes.size, " elements cannot be resized to ",
                 sizes.out);
  PADDLE_ONNX_REFUSE(sizes.out > kMostMade, "an axis of ", sizes.out,
                     " elements");
  const Taps all = TapsOf(rule, sizes);
  const Taps taps = rule.mode == "nearest" ? Nearest(all) : all;
  Variable out;
  for (int64_t k = 0; k < taps.taps && taps.taps <= kFewTaps; ++k) {
    const Variable tap = TapOf(node, x, axis, taps, k);
    if (!tap.is_valid()) continue;
    out = out.is_valid() ? Add(node, out, tap) : tap;
  }
  if (!out.is_valid()) out = Product(node, x, axis, taps);
  return WithOutside(node, out, axis, taps,
                     node->FloatAttr("extrapolation_value", 0));
}

Variable ResizeTo(Node* node, const Variable& x, const ResizePlan& plan,
                  ResizeRule rule, const std::vector<double>& roi) {
  // Only elements that are copied may be integers.
  const bool exact = rule.mode == "nearest" || framework::IsFloating(x.dtype());
  Variable out = exact ? x : node->Cast(x, DataType::kFloat32);
  const size_t axes = plan.axes.size();
  for (size_t i = 0; i < axes; ++i) {
    if (roi.size() == 2 * axes) {
      rule.roi_begin = roi[i];
      rule.roi_end = roi[axes + i];
    }
    const ResizedAxis& sizes = plan.sizes[i];
    const bool whole = rule.roi_begin == 0 && rule.roi_end == 1;
    if (sizes.scale == 1 && sizes.out == sizes.size && whole) continue;
    out = ResizeAxis(node, out, static_cast<int>(plan.axes[i]), rule, sizes);
  }
  return node->Cast(out, x.dtype());
}

// Resizes by input 1 as Upsample does, which Resize is in version 10.
void ResizeByScales(Node* node, const Variable& x, ResizeRule rule) {
  rule.coordinates = "asymmetric";
  rule.nearest = "floor";
  const ResizeInputs inputs;
  node->Out(0, IsResizeKnown(node, x, inputs)
                   ? ResizeTo(node, x, ResizePlanOf(node, x, 1, 3), rule, {})
                   : ResizeAtRunTime(node, x, inputs, rule));
}

void Resize(Node* node) {
  const Variable x = node->In(0);
  ResizeRule rule;
  rule.mode = node->TextAttr("mode", "nearest");
  if (node->opset() < 11) return ResizeByScales(node, x, rule);
  rule.coordinates =
      node->TextAttr("coordinate_transformation_mode", "half_pixel");
  rule.nearest = node->TextAttr("nearest_mode", "round_prefer_floor");
  rule.cubic_a = node->FloatAttr("cubic_coeff_a", -0.75);
  rule.antialias = node->IntAttr("antialias", 0) != 0;
  rule.exclude_outside = node->IntAttr("exclude_outside", 0) != 0;
  const bool crops = rule.coordinates == "tf_crop_and_resize";
  const ResizeInputs inputs{crops ? 1 : -1, 2, 3};
  if (!IsResizeKnown(node, x, inputs)) {
    return node->Out(0, ResizeAtRunTime(node, x, inputs, rule));
  }
  std::vector<double> roi;
  const ResizePlan plan = ResizePlanOf(node, x, 2, 3, crops);
  if (crops) {
    roi = node->NumbersIn(1);
    PADDLE_ONNX_REFUSE(roi.size() != 2 * plan.axes.size(), "a roi of ",
                       roi.size(), " numbers for ", plan.axes.size(), " axes");
  }
  node->Out(0, ResizeTo(node, x, plan, rule, roi));
}

// Scales became an input in version 9.
void Upsample(Node* node) {
  const Variable x = node->In(0);
  ResizeRule rule;
  rule.mode = node->TextAttr("mode", "nearest");
  if (node->opset() >= 9) return ResizeByScales(node, x, rule);
  rule.coordinates = "asymmetric";
  rule.nearest = "floor";
  ResizePlan plan;
  const std::vector<float> scales = node->FloatsAttr("scales");
  plan.axes.resize(x.dims().rank());
  std::iota(plan.axes.begin(), plan.axes.end(), 0);
  PADDLE_ENFORCE(scales.size() == plan.axes.size(), InvalidArgument,
                 "there are ", scales.size(), " scales for ", x.ToString());
  PlanResizeByScales(x, {scales.begin(), scales.end()}, false, &plan);
  node->Out(0, ResizeTo(node, x, plan, rule, {}));
}

PADDLE_ONNX_IMPORT("Resize", 10, Resize);
PADDLE_ONNX_IMPORT("Upsample", 7, Upsample);

}  // namespace
}  // namespace paddle::onnx
