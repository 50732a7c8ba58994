// Blocks of pixels, and windows on images.
#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
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

// Adds up windows, which are the columns of X [N, C * size of a window,
// windows], where they lie on an image [N, C, size, ...].
void Col2Im(Node* node) {
  const Variable x = node->In(0);
  const Ints image = node->IntsIn(1), kernel = node->IntsIn(2);
  const auto axes = static_cast<int>(kernel.size());
  PADDLE_ENFORCE(x.dims().rank() == 3 && image.size() == kernel.size(),
                 InvalidArgument, "columns ", x.ToString(), " of ", axes,
                 " axes for an image of ", image.size());
  PADDLE_ONNX_REFUSE(axes < 1 || axes > 3, "images of ", axes, " axes");
  CheckRange(image, "image_shape", 1);
  std::vector<int64_t> dims{1, 1};
  dims.insert(dims.end(), image.begin(), image.end());
  const Windows given = WindowsOf(node, Dims(dims), kernel);
  int64_t size = 1;
  for (int64_t k : kernel) {
    PADDLE_ONNX_REFUSE(k > kMostInWindow / size, "windows of more than ",
                       kMostInWindow, " elements");
    size *= k;
  }
  const int64_t channels = KnownSize(x, 1) / size;
  PADDLE_ENFORCE(channels * size == x.dims()[1], InvalidArgument, x.ToString(),
                 " has no windows of ", size, " elements");
  PADDLE_ONNX_REFUSE(channels > kMostMade / (size * size), channels,
                     " channels");
  // A window is a filter that is 1 at one place.
  std::vector<double> filters(channels * size * size);
  for (int64_t i = 0; i < channels * size; ++i) {
    filters[i * size + i % size] = 1;
  }
  Ints grid{0, channels * size}, pairs(4, 0);
  std::vector<int64_t> filter{channels * size, 1};
  const bool line = axes == 1;
  const Windows windows = ToPlane(given);
  if (line) grid.push_back(1);
  for (int i = 0; i < windows.axes(); ++i) filter.push_back(windows.kernel[i]);
  Ints ends;
  for (int i = 0; i < axes; ++i) {
    const int64_t reach = (given.kernel[i] - 1) * given.dilations[i] + 1;
    const int64_t whole = image[i] + given.before[i] + given.after[i];
    PADDLE_ENFORCE(whole >= reach, InvalidArgument, "a window of ", reach,
                   " elements on ", whole);
    const int64_t count = (whole - reach) / given.strides[i] + 1;
    grid.push_back(count);
    ends.push_back((count - 1) * given.strides[i] + reach);
  }
  Variable out =
      node->Op(windows.axes() == 3 ? "conv3d_transpose" : "conv2d_transpose",
               {{"Input", node->Reshape(x, grid)},
                {"Filter", Numbers(node, Dims(filter), filters, x.dtype())}},
               {{"strides", windows.strides},
                {"paddings", Ints(windows.axes(), 0)},
                {"dilations", windows.dilations},
                {"groups", channels}});
  if (line) out = ToLine(node, out);
  for (int i = 0; i < axes; ++i) {
    const int64_t end = std::min(given.before[i] + image[i], ends[i]);
    out = Part(node, out, 2 + i, given.before[i], end);
    pairs.push_back(0);
    pairs.push_back(given.before[i] + image[i] - end);
  }
  node->Out(0, node->Op("pad", out, {{"paddings", pairs}}));
}

PADDLE_ONNX_IMPORT("DepthToSpace", 1, DepthToSpace);
PADDLE_ONNX_IMPORT("SpaceToDepth", 1, SpaceToDepth);
PADDLE_ONNX_IMPORT("Col2Im", 18, Col2Im);

}  // namespace
}  // namespace paddle::onnx
