// Images at places that a tensor says.
#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/sampler.h"
#include "paddle/framework/interchange/onnx/windows.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

void GridSample(Node* node) {
  node->Out(0, SampleGrid(node, node->In(0), node->In(1)));
}

// Returns the places in [-1, 1] of the pixels of images, and a 1, [axes + 1,
// pixels].
Variable PlainGrid(Node* node, const Ints& sizes, bool aligned, DataType type) {
  const auto axes = static_cast<int64_t>(sizes.size());
  int64_t pixels = 1;
  for (int64_t size : sizes) {
    PADDLE_ENFORCE(size > 0, InvalidArgument, "a size of ", size);
    PADDLE_ONNX_REFUSE(size > kMostMade / pixels, "so large a grid");
    pixels *= size;
  }
  std::vector<double> grid((axes + 1) * pixels, 1);
  int64_t inner = pixels;
  for (int64_t axis = 0; axis < axes; ++axis) {
    const int64_t size = sizes[axis];
    inner /= size;
    const bool corners = aligned && size > 1;  // One pixel is in the middle.
    const double step = 2.0 / static_cast<double>(corners ? size - 1 : size);
    for (int64_t i = 0; i < pixels; ++i) {
      const double place = static_cast<double>(i / inner % size);
      // The first axis is the last number.
      grid[(axes - 1 - axis) * pixels + i] =
          -1 + (corners ? place : place + 0.5) * step;
    }
  }
  return Numbers(node, {axes + 1, pixels}, grid, type);
}

// Returns the places in [-1, 1] of the pixels along an axis of `size`, which is
// known only when the program runs.
Variable PlacesOfPixels(Node* node, const Variable& size, bool aligned) {
  const DataType wide = DataType::kFloat64;
  const Variable twice =
      ScaledBy(node, node->Cast(PlacesBelow(node, size), wide), 2);
  const Variable pixels = node->Cast(size, wide);
  const Variable centers =
      ScaledBy(node, Div(node, ScaledBy(node, twice, 1, 1), pixels), 1, -1);
  if (!aligned) return centers;
  const Variable corners =
      ScaledBy(node, Div(node, twice, ScaledBy(node, pixels, 1, -1)), 1, -1);
  const Variable one = node->Number(1, wide);
  return Where(node, node->Op2("equal", pixels, one), centers, corners);
}

// Returns the grid for images of sizes that are known only when the program
// runs: the sum of the columns of theta, each times the places along an axis.
Variable AffineGridAtRunTime(Node* node, const Variable& theta, bool aligned) {
  const int axes = static_cast<int>(KnownSize(theta, 1));
  const Variable sizes = CheckedAtRunTime(
      node, Part(node, IntVectorIn(node, 1, axes + 2), 0, 2, kToTheEnd), 1,
      kMostMade, "a size, " + InputText(*node, 1) + ",");
  Ints pixels(axes);
  std::iota(pixels.begin(), pixels.end(), 1);
  // Returns a column, [N, 1, ..., axes].
  const auto column = [&](int64_t i) {
    return Unsqueezed(node, At(node, theta, 2, i), pixels);
  };
  Variable grid = column(axes);
  for (int axis = 0; axis < axes; ++axis) {
    const Variable places = node->Cast(
        PlacesOfPixels(node, At(node, sizes, 0, axis), aligned), theta.dtype());
    const Ints behind(pixels.begin(), pixels.end() - axis);
    // The first axis is the last number.
    grid = Add(
        node, grid,
        Mul(node, column(axes - 1 - axis), Unsqueezed(node, places, behind)));
  }
  return grid;
}

// theta [N, axes, axes + 1] moves the places of pixels.
void AffineGrid(Node* node) {
  const Variable theta = node->In(0);
  const bool aligned = node->IntAttr("align_corners", 0) != 0;
  if (IsPartlyRunTime(node, 1)) {
    const Dims dims = theta.dims();
    PADDLE_ENFORCE(dims.rank() == 3 && dims[1] >= 1 && dims[2] == dims[1] + 1,
                   InvalidArgument, "theta is [N, axes, axes + 1], not ",
                   theta.ToString());
    return node->Out(0, AffineGridAtRunTime(node, theta, aligned));
  }
  Ints sizes = node->IntsIn(1);
  const auto axes = static_cast<int64_t>(sizes.size()) - 2;
  PADDLE_ENFORCE(theta.dims().rank() == 3 && axes >= 1 &&
                     theta.dims()[1] == axes && theta.dims()[2] == axes + 1,
                 InvalidArgument, "theta ", theta.ToString(), " for images of ",
                 axes, " axes");
  sizes.erase(sizes.begin(), sizes.begin() + 2);
  const Variable moved = SwapAxes(
      node, MatMul(node, theta, PlainGrid(node, sizes, aligned, theta.dtype())),
      1, 2);
  Ints shape{0};
  shape.insert(shape.end(), sizes.begin(), sizes.end());
  shape.push_back(axes);
  node->Out(0, node->Reshape(moved, shape));
}

// Returns the size of an axis, which products are made of.
int64_t SmallSize(const Variable& x, int axis) {
  return ImageSize(x.dims(), axis - 2);
}

// Returns where each element of the windows lies along one axis, if nothing
// moves it, [1, taps, windows].
Variable WindowPlaces(Node* node, const Windows& windows, const Ints& counts,
                      int axis, DataType type) {
  const int64_t taps = windows.kernel[0] * windows.kernel[1];
  const int64_t size = counts[0] * counts[1];
  PADDLE_ONNX_REFUSE(size > kMostMade / taps, "so many windows");
  std::vector<double> places;
  for (int64_t tap = 0; tap < taps; ++tap) {
    const int64_t k =
        axis == 0 ? tap / windows.kernel[1] : tap % windows.kernel[1];
    for (int64_t i = 0; i < size; ++i) {
      const int64_t at = axis == 0 ? i / counts[1] : i % counts[1];
      places.push_back(static_cast<double>(at * windows.strides[axis] +
                                           k * windows.dilations[axis] -
                                           windows.before[axis]));
    }
  }
  return Numbers(node, {1, taps, size}, places, type);
}

// Returns the elements of all windows, moved by the offsets and weighted,
// [N, C, taps, windows].
Variable DeformedColumns(Node* node, const Windows& windows,
                         const Variable& offsets, int64_t groups) {
  const Variable x = node->In(0);
  const Ints counts{SmallSize(offsets, 2), SmallSize(offsets, 3)};
  const int64_t taps = windows.kernel[0] * windows.kernel[1];
  PADDLE_ONNX_REFUSE(taps > kMostMade, "windows of ", taps, " elements");
  const int64_t size = counts[0] * counts[1];
  const int64_t channels = SmallSize(x, 1);
  const bool fits = groups > 0 && groups <= channels &&
                    channels % groups == 0 &&
                    KnownSize(offsets, 1) == 2 * taps * groups;
  PADDLE_ENFORCE(fits, InvalidArgument, "offsets ", offsets.ToString(), " for ",
                 groups, " groups of ", x.ToString(), " and windows of ", taps);
  // Groups become images of their own.
  const Variable each = node->Reshape(offsets, {-1, taps, 2, size});
  std::vector<Variable> places;
  for (int axis = 0; axis < 2; ++axis) {
    const Variable moved =
        Add(node, At(node, each, 2, axis),
            WindowPlaces(node, windows, counts, axis, x.dtype()));
    places.push_back(node->Reshape(moved, {-1, taps * size}));
  }
  const Variable images = node->Reshape(
      x, {-1, channels / groups, KnownSize(x, 2), KnownSize(x, 3)});
  Variable columns = SampleElements(node, images, places);
  if (node->HasInput(4)) {
    columns =
        Mul(node, columns, node->Reshape(node->In(4), {-1, 1, taps * size}));
  }
  return node->Reshape(columns, {-1, channels * taps, size});
}

// A convolution whose windows look where offsets say.
void DeformConv(Node* node) {
  const Variable x = node->In(0), filters = node->In(1), offsets = node->In(2);
  PADDLE_ONNX_REFUSE(x.dims().rank() != 4 || offsets.dims().rank() != 4 ||
                         filters.dims().rank() != 4,
                     "images ", x.ToString());
  const Windows windows =
      WindowsOf(node, x.dims(), {SmallSize(filters, 2), SmallSize(filters, 3)});
  const Variable columns =
      DeformedColumns(node, windows, offsets, node->IntAttr("offset_group", 1));
  const int64_t group = node->IntAttr("group", 1);
  const int64_t count = SmallSize(filters, 0);
  const int64_t length =
      SmallSize(filters, 1) * windows.kernel[0] * windows.kernel[1];
  PADDLE_ENFORCE(group > 0 && group <= count && count % group == 0 &&
                     SmallSize(x, 1) == SmallSize(filters, 1) * group,
                 InvalidArgument, "filters ", filters.ToString(), " in ", group,
                 " groups for ", x.ToString());
  const int64_t size = KnownSize(columns, 2);
  const Variable products =
      MatMul(node, node->Reshape(filters, {1, group, count / group, length}),
             node->Reshape(columns, {-1, group, length, size}));
  Variable out = node->Reshape(
      products, {-1, count, KnownSize(offsets, 2), KnownSize(offsets, 3)});
  if (node->HasInput(3)) {
    out =
        node->Op2("elementwise_add", out, node->In(3), {{"axis", int64_t{1}}});
  }
  node->Out(0, out);
}

PADDLE_ONNX_IMPORT("DeformConv", 19, DeformConv);
PADDLE_ONNX_IMPORT("GridSample", 16, GridSample);
PADDLE_ONNX_IMPORT("AffineGrid", 20, AffineGrid);

}  // namespace
}  // namespace paddle::onnx
