#include "paddle/framework/interchange/onnx/resize_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

int64_t SizeToResize(const Variable& x, int64_t axis) {
  const int64_t size = KnownSize(x, static_cast<int>(axis));
  PADDLE_ENFORCE(size > 0 && size <= kMostMade, InvalidArgument, "an axis of ",
                 size, " elements, of ", x.ToString());
  return size;
}

// The sizes as the inputs `sizes`, which may keep the aspect ratio, say.
void PlanBySizes(Node* node, const Variable& x, const Ints& sizes,
                 ResizePlan* plan) {
  const std::string policy =
      node->TextAttr("keep_aspect_ratio_policy", "stretch");
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (size_t i = 0; i < plan->axes.size(); ++i) {
    const int64_t size = SizeToResize(x, plan->axes[i]);
    PADDLE_ENFORCE(sizes[i] > 0 && sizes[i] <= kMostMade, InvalidArgument,
                   "a size of ", sizes[i]);
    const double scale =
        static_cast<double>(sizes[i]) / static_cast<double>(size);
    plan->sizes.push_back({size, sizes[i], scale});
    least = std::min(least, scale);
    most = std::max(most, scale);
  }
  if (policy == "stretch") return;
  for (ResizedAxis& axis : plan->sizes) {
    axis.scale = policy == "not_larger" ? least : most;
    axis.out = static_cast<int64_t>(axis.scale * axis.size + 0.5);
  }
}

}  // namespace

void PlanResizeByScales(const Variable& x, const std::vector<double>& scales,
                        bool all, ResizePlan* plan) {
  Ints axes;
  for (size_t i = 0; i < plan->axes.size(); ++i) {
    if (scales[i] == 1 && !all) continue;  // Its size need not be known.
    PADDLE_ENFORCE(scales[i] > 0 && scales[i] < 65536, InvalidArgument,
                   "a scale of ", scales[i]);
    axes.push_back(plan->axes[i]);
    const int64_t size = SizeToResize(x, plan->axes[i]);
    const double out = std::floor(scales[i] * static_cast<double>(size));
    plan->sizes.push_back({size, static_cast<int64_t>(out), scales[i]});
  }
  plan->axes = axes;
}

ResizePlan ResizePlanOf(Node* node, const Variable& x, int scales, int sizes,
                        bool all) {
  ResizePlan plan{AxesAttr(node, x), {}};
  const bool by_sizes = node->HasInput(sizes);
  const auto check = [&](size_t count) {
    PADDLE_ENFORCE(count == plan.axes.size(), InvalidArgument, "there are ",
                   count, " numbers for ", plan.axes.size(), " axes");
  };
  if (by_sizes) {
    const Ints given = node->IntsIn(sizes);
    check(given.size());
    PlanBySizes(node, x, given, &plan);
  } else {
    const std::vector<double> given = node->NumbersIn(scales);
    check(given.size());
    PlanResizeByScales(x, given, all, &plan);
  }
  return plan;
}

}  // namespace paddle::onnx
