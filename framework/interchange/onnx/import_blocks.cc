// Blocks of pixels, and windows on images.
#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/blocks_at_run_time.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/windows.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The sizes [N, C, H, W] of images for operators that move blocks of pixels.
Dims ImagesOf(const Variable& x) {
  const Dims dims = x.dims();
  PADDLE_ENFORCE(dims.rank() == 4, InvalidArgument,
                 "images are [N, C, H, W], "
                 "not ",
                 x.ToString());
  PADDLE_ONNX_REFUSE(!dims.Slice(1, 4).IsStatic(), "the sizes of ",
                     x.ToString());
  return dims;
}

void DepthToSpace(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = ImagesOf(x);
  const int64_t b = node->RequiredInt("blocksize");
  PADDLE_ENFORCE(b > 0 && b < 1 << 15 && dims[1] % (b * b) == 0,
                 InvalidArgument, "blocks of ", b, " for ", x.ToString());
  const int64_t c = dims[1] / (b * b), h = dims[2], w = dims[3];
  const bool columns_first = node->TextAttr("mode", "DCR") == "CRD";
  const Variable split = columns_first ? node->Reshape(x, {0, c, b, b, h, w})
                                       : node->Reshape(x, {0, b, b, c, h, w});
  const Ints order =
      columns_first ? Ints{0, 1, 4, 2, 5, 3} : Ints{0, 3, 4, 1, 5, 2};
  node->Out(0, node->Reshape(node->Op("transpose", split, {{"axis", order}}),
                             {0, c, h * b, w * b}));
}

void SpaceToDepth(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = ImagesOf(x);
  const int64_t b = node->RequiredInt("blocksize");
  PADDLE_ENFORCE(b > 0 && b < 1 << 15 && dims[2] % b == 0 && dims[3] % b == 0,
                 InvalidArgument, "blocks of ", b, " for ", x.ToString());
  const int64_t c = dims[1], h = dims[2] / b, w = dims[3] / b;
  const Variable split = node->Reshape(x, {0, c, h, b, w, b});
  const bool columns_first = node->TextAttr("mode", "DCR") == "CRD";
  const Ints order =
      columns_first ? Ints{0, 1, 3, 5, 2, 4} : Ints{0, 3, 5, 1, 2, 4};
  const Variable turned = node->Op("transpose", split, {{"axis", order}});
  node->Out(0, node->Reshape(turned, {0, c * b * b, h, w}));
}

constexpr int64_t kMostInWindow = 1024;

// Returns how many elements a window has.
int64_t SizeOfWindow(const Ints& kernel) {
  int64_t size = 1;
  for (int64_t k : kernel) {
    PADDLE_ONNX_REFUSE(k > kMostInWindow / size, "windows of more than ",
                       kMostInWindow, " elements");
    size *= k;
  }
  return size;
}

// Returns how many windows lie along an axis of `size` elements.
int64_t CountAlong(const Windows& windows, int axis, int64_t size) {
  const int64_t reach = windows.ReachAlong(axis);
  const int64_t whole = size + windows.before[axis] + windows.after[axis];
  PADDLE_ENFORCE(whole >= reach, InvalidArgument, "a window of ", reach,
                 " elements on ", whole);
  return (whole - reach) / windows.strides[axis] + 1;
}

// Returns filters that put the elements of windows of `size` in their places: a
// window is a filter that is 1 at one place.
Variable PlacingFilters(Node* node, const Windows& plane, int64_t channels,
                        int64_t size, DataType type) {
  std::vector<double> filters(channels * size * size);
  for (int64_t i = 0; i < channels * size; ++i) {
    filters[i * size + i % size] = 1;
  }
  std::vector<int64_t> dims{channels * size, 1};
  dims.insert(dims.end(), plane.kernel.begin(), plane.kernel.end());
  return Numbers(node, Dims(dims), filters, type);
}

// Returns sums of windows, x [N, C * size of a window, windows, ...], where
// they overlap.
Variable AddedUp(Node* node, const Variable& x, const Windows& windows,
                 int64_t channels, int64_t size) {
  const Windows plane = ToPlane(windows);
  const Variable out = node->Op(
      plane.axes() == 3 ? "conv3d_transpose" : "conv2d_transpose",
      {{"Input", ToPlane(node, x)},
       {"Filter", PlacingFilters(node, plane, channels, size, x.dtype())}},
      {{"strides", plane.strides},
       {"paddings", Ints(plane.axes(), 0)},
       {"dilations", plane.dilations},
       {"groups", channels}});
  return windows.axes() == 1 ? ToLine(node, out) : out;
}

// Cuts off the padding, and fills what no window reaches with zeros.
Variable OnImage(Node* node, Variable x, const Windows& windows,
                 const Ints& image) {
  Ints pairs(4, 0);
  for (int i = 0; i < windows.axes(); ++i) {
    const int64_t covered =
        (CountAlong(windows, i, image[i]) - 1) * windows.strides[i] +
        windows.ReachAlong(i);
    const int64_t whole = windows.before[i] + image[i];
    const int64_t end = std::min(whole, covered);
    x = Part(node, x, 2 + i, windows.before[i], end);
    pairs.push_back(0);
    pairs.push_back(whole - end);
  }
  return node->Op("pad", x, {{"paddings", pairs}});
}

// Adds up windows, which are the columns of X [N, C * size of a window,
// windows], where they lie on an image [N, C, size, ...].
void Col2Im(Node* node) {
  const Variable x = node->In(0);
  if (IsPartlyRunTime(node, 1) || IsPartlyRunTime(node, 2)) {
    return Col2ImAtRunTime(node);
  }
  const Ints image = node->IntsIn(1), kernel = node->IntsIn(2);
  const auto axes = static_cast<int>(kernel.size());
  PADDLE_ENFORCE(x.dims().rank() == 3 && image.size() == kernel.size(),
                 InvalidArgument, "columns ", x.ToString(), " of ", axes,
                 " axes for an image of ", image.size());
  PADDLE_ONNX_REFUSE(axes < 1 || axes > 3, "images of ", axes, " axes");
  CheckRange(image, "image_shape", 1);
  std::vector<int64_t> dims{1, 1};
  dims.insert(dims.end(), image.begin(), image.end());
  const Windows windows = WindowsOf(node, Dims(dims), kernel);
  const int64_t size = SizeOfWindow(kernel);
  const int64_t channels = KnownSize(x, 1) / size;
  PADDLE_ENFORCE(channels * size == x.dims()[1], InvalidArgument, x.ToString(),
                 " has no windows of ", size, " elements");
  PADDLE_ONNX_REFUSE(channels > kMostMade / (size * size), channels,
                     " channels");
  Ints grid{0, channels * size};
  for (int i = 0; i < axes; ++i) {
    grid.push_back(CountAlong(windows, i, image[i]));
  }
  const Variable sums =
      AddedUp(node, node->Reshape(x, grid), windows, channels, size);
  node->Out(0, OnImage(node, sums, windows, image));
}

PADDLE_ONNX_IMPORT("DepthToSpace", 1, DepthToSpace);
PADDLE_ONNX_IMPORT("SpaceToDepth", 1, SpaceToDepth);
PADDLE_ONNX_IMPORT("Col2Im", 18, Col2Im);

}  // namespace
}  // namespace paddle::onnx
