#include "paddle/framework/interchange/onnx/resize_at_run_time.h"

#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/run_time_axis.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/size_array.h"

namespace paddle::onnx {
namespace {

constexpr DataType kDouble = DataType::kFloat64;
// Places of so large regions are exact.
constexpr int64_t kFarthest = int64_t{1} << 31;

// All axes' numbers, as the inputs say them.
struct RunTimePlan {
  Ints axes;
  Variable sizes, outs, scales, roi;  // float64, [axes]; roi [2 axes]
};

bool Crops(const ResizeInputs& inputs) { return inputs.roi >= 0; }

bool Stretches(Node* node) {
  return node->TextAttr("keep_aspect_ratio_policy", "stretch") == "stretch";
}

// Sets sizes that keep the aspect ratio.
void KeepAspect(Node* node, const std::string& message, RunTimePlan* plan) {
  const bool least =
      node->TextAttr("keep_aspect_ratio_policy", "") == "not_larger";
  const Variable scale = node->Op(least ? "reduce_min" : "reduce_max",
                                  plan->scales, {{"reduce_all", true}});
  const Variable ones =
      Numbers(node, {static_cast<int64_t>(plan->axes.size())},
              std::vector<double>(plan->axes.size(), 1), kDouble);
  plan->scales = Mul(node, ones, scale);
  const Variable outs = node->Op(
      "floor", ScaledBy(node, Mul(node, plan->scales, plan->sizes), 1, 0.5));
  plan->outs = CheckedAtRunTime(node, outs, 1, kMostMade, message);
}

RunTimePlan PlanOf(Node* node, const Variable& x, const ResizeInputs& inputs) {
  RunTimePlan plan;
  plan.axes = AxesAttr(node, x);
  const auto count = static_cast<int64_t>(plan.axes.size());
  plan.sizes = node->Op(
      "gather", {{"X", node->Cast(node->Op("shape", {{"Input", x}}), kDouble)},
                 {"Index", node->Constant(plan.axes)}});
  if (Crops(inputs)) {
    plan.roi = CheckedAtRunTime(
        node, node->Cast(VectorIn(node, inputs.roi, 2 * count), kDouble),
        -kFarthest, kFarthest, "a number of " + InputText(*node, inputs.roi));
  }
  const bool by_sizes = node->HasInput(inputs.sizes);
  const int input = by_sizes ? inputs.sizes : inputs.scales;
  const std::string message =
      "a size of the result, by " + InputText(*node, input) + ",";
  const Variable list =
      by_sizes ? IntVectorIn(node, input, count) : VectorIn(node, input, count);
  const Variable given = node->Cast(list, kDouble);
  if (by_sizes) {
    plan.outs = CheckedAtRunTime(node, given, 1, kMostMade, message);
    plan.scales = Div(node, plan.outs, plan.sizes);
    if (!Stretches(node)) KeepAspect(node, message, &plan);
  } else {
    plan.scales = given;
    plan.outs =
        CheckedAtRunTime(node, node->Op("floor", Mul(node, given, plan.sizes)),
                         1, kMostMade, message);
  }
  return plan;
}

// Returns what is known of the size that input `sizes` gives its element i;
// nothing where the aspect ratio counts.
absl::optional<Element> WantedSize(Node* node, const ResizeInputs& inputs,
                                   size_t i) {
  if (!node->HasInput(inputs.sizes) || !Stretches(node)) return absl::nullopt;
  const auto sizes = node->SizesIn(inputs.sizes);
  if (!sizes || sizes->elements.size() <= i) return absl::nullopt;
  return sizes->elements[i];
}

// True if an axis is known to stay as it is.
bool IsKept(Node* node, const Variable& x, const ResizeInputs& inputs,
            int64_t axis, size_t i) {
  if (Crops(inputs)) return false;
  const auto wanted = WantedSize(node, inputs, i);
  if (wanted) {
    return *wanted == Element::OfSize(x.dims()[static_cast<int>(axis)]);
  }
  if (node->HasInput(inputs.sizes) ||
      node->ConstantIn(inputs.scales) == nullptr) {
    return false;
  }
  const std::vector<double> scales = node->NumbersIn(inputs.scales);
  return i < scales.size() && scales[i] == 1;
}

}  // namespace

bool IsResizeKnown(Node* node, const Variable& x, const ResizeInputs& inputs) {
  const bool by_sizes = node->HasInput(inputs.sizes);
  if (Crops(inputs) && IsPartlyRunTime(node, inputs.roi)) return false;
  if (IsPartlyRunTime(node, by_sizes ? inputs.sizes : inputs.scales)) {
    return false;
  }
  const Ints axes = AxesAttr(node, x);
  for (size_t i = 0; i < axes.size(); ++i) {
    const bool needed = by_sizes || !IsKept(node, x, inputs, axes[i], i);
    if (needed && x.dims()[static_cast<int>(axes[i])] < 0) return false;
  }
  return true;
}

Variable ResizeAtRunTime(Node* node, const Variable& x,
                         const ResizeInputs& inputs, const ResizeRule& rule) {
  const RunTimePlan plan = PlanOf(node, x, inputs);
  // Sums are of 32 bits or more.
  const bool exact = rule.mode == "nearest" ||
                     x.dtype() == DataType::kFloat32 || x.dtype() == kDouble;
  Variable out = exact ? x : node->Cast(x, DataType::kFloat32);
  const auto count = static_cast<int64_t>(plan.axes.size());
  for (int64_t i = 0; i < count; ++i) {
    if (IsKept(node, x, inputs, plan.axes[i], i)) continue;
    RunTimeAxis axis;
    axis.axis = static_cast<int>(plan.axes[i]);
    axis.size = At(node, plan.sizes, 0, i);
    axis.out = At(node, plan.outs, 0, i);
    axis.scale = At(node, plan.scales, 0, i);
    const auto wanted = WantedSize(node, inputs, i);
    if (wanted && !wanted->is_symbol() && wanted->number() <= kMostMade) {
      axis.known_out = wanted->number();
    }
    if (Crops(inputs)) {
      axis.roi_begin = At(node, plan.roi, 0, i);
      axis.roi_end = At(node, plan.roi, 0, count + i);
    }
    out = ResizedAlong(node, out, rule, axis);
  }
  return node->Cast(out, x.dtype());
}

}  // namespace paddle::onnx
