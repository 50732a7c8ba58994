#include "paddle/framework/interchange/onnx/windows.h"

#include <algorithm>
#include <limits>

#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns a list of as many numbers as there are axes.
Ints ListOf(Node* node, const char* name, size_t count, int64_t absent) {
  const Ints list = node->IntsAttr(name, Ints(count, absent));
  PADDLE_ENFORCE(list.size() == count, InvalidArgument, "attribute ", name,
                 " has ", list.size(), " numbers instead of ", count);
  return list;
}

// Pads so that there is a window for each stride.
void PadSame(const Dims& images, bool more_behind, Windows* windows) {
  for (int i = 0; i < windows->axes(); ++i) {
    const int64_t size = images[2 + i], stride = windows->strides[i];
    PADDLE_ONNX_REFUSE(size < 0,
                       "auto_pad for an axis whose size is known "
                       "only when the program runs");
    const int64_t out = size / stride + (size % stride != 0 ? 1 : 0);
    // No overflow: the last window begins within the image.
    const int64_t pad = std::max<int64_t>(
        (out - 1) * stride - size + windows->ReachAlong(i), 0);
    windows->before[i] = more_behind ? pad / 2 : pad - pad / 2;
    windows->after[i] = pad - windows->before[i];
  }
}

}  // namespace

void CheckRange(const Ints& list, const char* name, int64_t least) {
  for (int64_t number : list) {
    const bool fits =
        number >= least && number <= std::numeric_limits<int32_t>::max();
    PADDLE_ENFORCE(fits, InvalidArgument, "attribute ", name, " has a ",
                   number);
  }
}

Windows WindowsOf(Node* node, const Dims& images, const Ints& kernel) {
  const size_t axes = kernel.size();
  PADDLE_ENFORCE(axes >= 1 && images.rank() == static_cast<int>(axes) + 2,
                 InvalidArgument, "a kernel of ", axes,
                 " axes for images of shape ", images.ToString());
  Windows windows;
  windows.kernel = kernel;
  windows.strides = ListOf(node, "strides", axes, 1);
  windows.dilations = ListOf(node, "dilations", axes, 1);
  const Ints pads = ListOf(node, "pads", 2 * axes, 0);
  CheckRange(kernel, "kernel_shape", 1);
  CheckRange(windows.strides, "strides", 1);
  CheckRange(windows.dilations, "dilations", 1);
  CheckRange(pads, "pads", 0);
  windows.before = {pads.begin(), pads.begin() + axes};
  windows.after = {pads.begin() + axes, pads.end()};
  const std::string pad = node->TextAttr("auto_pad", "NOTSET");
  if (pad == "SAME_UPPER" || pad == "SAME_LOWER") {
    PadSame(images, pad == "SAME_UPPER", &windows);
  }
  return windows;
}

int64_t ImageSize(const Dims& images, int i) {
  const int64_t size = images.at(2 + i);
  PADDLE_ONNX_REFUSE(size < 0 || size > std::numeric_limits<int32_t>::max(),
                     "an axis of size ", size < 0 ? -1 : size,
                     " (-1: known only when the program runs)");
  return size;
}

Variable Padded(Node* node, const Variable& x, const Windows& windows,
                double value) {
  Ints pairs(4, 0);
  for (int i = 0; i < windows.axes(); ++i) {
    pairs.push_back(windows.before[i]);
    pairs.push_back(windows.after[i]);
  }
  return node->Op("pad", x, {{"paddings", pairs}, {"pad_value", value}});
}

bool IsLine(const Dims& images) { return images.rank() == 3; }

Variable ToPlane(Node* node, const Variable& x) {
  if (!IsLine(x.dims())) return x;
  return node->Op("unsqueeze", x, {{"axes", Ints{2}}});
}

Variable ToLine(Node* node, const Variable& x) {
  return node->Op("squeeze", x, {{"axes", Ints{2}}});
}

Windows ToPlane(const Windows& windows) {
  Windows plane = windows;
  if (windows.axes() != 1) return plane;
  plane.kernel.insert(plane.kernel.begin(), 1);
  plane.strides.insert(plane.strides.begin(), 1);
  plane.dilations.insert(plane.dilations.begin(), 1);
  plane.before.insert(plane.before.begin(), 0);
  plane.after.insert(plane.after.begin(), 0);
  return plane;
}

}  // namespace paddle::onnx
