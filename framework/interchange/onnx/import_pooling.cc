// Maxima and means of windows, and of whole images.
#include <algorithm>
#include <limits>
#include <numeric>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/run_time_padding.h"
#include "paddle/framework/interchange/onnx/window_taps.h"
#include "paddle/framework/interchange/onnx/windows.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

bool HasGaps(const Windows& windows) {
  return std::any_of(windows.dilations.begin(), windows.dilations.end(),
                     [](int64_t d) { return d != 1; });
}

// Returns the windows of a node; those on a line become ones on a plane.
Windows PlaneWindows(Node* node, const Variable& x) {
  const Windows windows =
      ToPlane(WindowsOf(node, x.dims(), node->RequiredInts("kernel_shape")));
  PADDLE_ONNX_REFUSE(windows.axes() > 3, "windows over ", windows.axes(),
                     " axes");
  return windows;
}

// Takes away a last window of a padded image that would begin in the padding
// behind it, which our operator takes for a part of the image. Over an axis
// whose size is known only when the program runs there must be none for any
// size.
Variable WithoutLateWindows(Node* node, const Variable& out, const Dims& images,
                            const Windows& windows) {
  if (node->IntAttr("ceil_mode", 0) == 0) return out;
  Ints axes, ends;
  for (int i = 0; i < windows.axes(); ++i) {
    const int64_t size = out.dims()[2 + i], image = images[2 + i];
    if (size < 0 || image < 0) {
      PADDLE_ONNX_REFUSE(
          windows.strides[i] > windows.kernel[i] - windows.after[i],
          "ceil_mode over an axis whose size is known only when the program "
          "runs, where a last window may hold padding alone");
      continue;
    }
    if ((size - 1) * windows.strides[i] < image + windows.before[i]) continue;
    axes.push_back(2 + i);
    ends.push_back(size - 1);
  }
  if (axes.empty()) return out;
  return node->Op(
      "slice", {{"Input", out}},
      {{"axes", axes}, {"starts", Ints(axes.size(), 0)}, {"ends", ends}});
}

Variable Pool(Node* node, const Variable& x, const char* kind,
              const Windows& windows, bool exclusive) {
  const bool ceil = node->IntAttr("ceil_mode", 0) != 0;
  return node->Op(windows.axes() == 3 ? "pool3d" : "pool2d", x,
                  {{"pooling_type", std::string(kind)},
                   {"exclusive", exclusive},
                   {"ksize", windows.kernel},
                   {"strides", windows.strides},
                   {"paddings", windows.before},
                   {"ceil_mode", ceil}});
}

// The padding must be less than the window, for our operators.
bool IsPlain(const Windows& windows) {
  bool plain = windows.IsSymmetric();
  for (int i = 0; i < windows.axes(); ++i) {
    plain &= windows.before[i] < windows.kernel[i];
  }
  return plain;
}

Windows WithoutPadding(Windows windows) {
  windows.before.assign(windows.axes(), 0);
  windows.after = windows.before;
  return windows;
}

void MaxPool(Node* node) {
  // Integers of 8 bits are exact in float32, for which there are kernels.
  const DataType type = node->In(0).dtype();
  const bool bytes = type == DataType::kInt8 || type == DataType::kUInt8;
  const Variable x =
      bytes ? node->Cast(node->In(0), DataType::kFloat32) : node->In(0);
  const bool line = IsLine(x.dims());
  const Windows windows = PlaneWindows(node, x);
  const Variable images = ToPlane(node, x);
  const double lowest = -std::numeric_limits<double>::infinity();
  if (node->HasOutput(1)) {
    const bool columns_first = node->IntAttr("storage_order", 0) != 0;
    const Variable places =
        PlacesOfMaxima(node, images, windows, columns_first);
    node->Out(1, line ? ToLine(node, places) : places);
  }
  const Variable out =
      HasGaps(windows) ? MaxOfTaps(node, images, windows)
      : IsPlain(windows)
          ? Pool(node, images, "max", windows, true)
          : WithoutLateWindows(node,
                               Pool(node, Padded(node, images, windows, lowest),
                                    "max", WithoutPadding(windows), true),
                               images.dims(), windows);
  node->Out(0, node->Cast(line ? ToLine(node, out) : out, type));
}

// Returns means over padding that differs at both ends. With `counted` padding
// counts; else the sums are divided by the number of elements of the image.
Variable UnevenMean(Node* node, const Variable& x, const Windows& windows,
                    bool counted) {
  const Windows plain = WithoutPadding(windows);
  const Variable padded = Padded(node, x, windows, 0);
  const Variable mean = Pool(node, padded, "avg", plain, true);
  if (counted) return mean;
  const Variable ones =
      node->Op("scale", node->Op("fill_zeros_like", x), {{"bias", 1.0}});
  const Variable part =
      Pool(node, Padded(node, ones, windows, 0), "avg", plain, true);
  return node->Op2("elementwise_div", mean, part);
}

void AveragePool(Node* node) {
  const Variable x = node->In(0);
  const bool line = IsLine(x.dims());
  const Windows windows = PlaneWindows(node, x);
  const Variable images = ToPlane(node, x);
  const bool counted = node->IntAttr("count_include_pad", 0) != 0;
  // With padding that counts, a last window that reaches beyond it must not
  // count what is there.
  const bool ceil = node->IntAttr("ceil_mode", 0) != 0;
  const bool plain = IsPlain(windows) && !(counted && ceil);
  const Variable out =
      HasGaps(windows) ? MeanOfTaps(node, images, windows, counted)
      : plain
          ? Pool(node, images, "avg", windows, !counted)
          : WithoutLateWindows(node, UnevenMean(node, images, windows, counted),
                               images.dims(), windows);
  node->Out(0, line ? ToLine(node, out) : out);
}

// Reduces all axes but batch and channels, which stay with size 1.
void Global(Node* node, const char* type) {
  const Variable x = node->In(0);
  PADDLE_ENFORCE(x.dims().rank() > 2, InvalidArgument,
                 "images are [N, C, ...],"
                 " not ",
                 x.ToString());
  Ints axes(x.dims().rank() - 2);
  std::iota(axes.begin(), axes.end(), 2);
  node->Out(0, node->Op(type, x, {{"dim", axes}, {"keep_dim", true}}));
}

// Images of two axes have an operator that other passes know.
void GlobalPool(Node* node, const char* kind, const char* reduce) {
  const Variable x = node->In(0);
  if (x.dims().rank() != 4) return Global(node, reduce);
  node->Out(0, node->Op("pool2d", x,
                        {{"pooling_type", std::string(kind)},
                         {"global_pooling", true}}));
}

void GlobalAveragePool(Node* node) { GlobalPool(node, "avg", "reduce_mean"); }
void GlobalMaxPool(Node* node) { GlobalPool(node, "max", "reduce_max"); }

// The p-th root of a sum, as a mean times the size of the window.
void LpPool(Node* node) {
  const Variable x = node->In(0);
  const bool line = IsLine(x.dims());
  const Windows windows = PlaneWindows(node, x);
  const double p = static_cast<double>(node->IntAttr("p", 2));
  const Variable powers =
      node->Op("pow", node->Op("abs", ToPlane(node, x)), {{"factor", p}});
  const bool ceil = node->IntAttr("ceil_mode", 0) != 0;
  Variable sum;
  if (HasGaps(windows) || ceil) {
    sum = SumOfTaps(node, powers, windows);
  } else {
    double size = 1;
    for (int64_t k : windows.kernel) size *= static_cast<double>(k);
    sum = node->Op("scale", UnevenMean(node, powers, windows, true),
                   {{"scale", size}});
  }
  const Variable out = node->Op("pow", sum, {{"factor", 1 / p}});
  node->Out(0, line ? ToLine(node, out) : out);
}

// Puts elements back to where MaxPool found them: places of the whole tensor,
// which has the size that `output_shape` may then make larger.
void MaxUnpool(Node* node) {
  const Variable x = node->In(0);
  const bool line = IsLine(x.dims());
  const Windows windows = PlaneWindows(node, x);
  const Variable images = ToPlane(node, x);
  PADDLE_ONNX_REFUSE(windows.axes() != 2, "windows over ", windows.axes(),
                     " axes");
  Ints sizes, pairs(8);
  for (int i = 0; i < 2; ++i) {
    sizes.push_back((ImageSize(images.dims(), i) - 1) * windows.strides[i] -
                    windows.before[i] - windows.after[i] + windows.kernel[i]);
    PADDLE_ENFORCE(sizes[i] > 0, InvalidArgument, "a result of size ",
                   sizes[i]);
  }
  // Numbers of 64 bits hold so many exactly.
  PADDLE_ONNX_REFUSE(sizes[0] > (int64_t{1} << 53) / sizes[1],
                     "a result of size ", sizes[0], " x ", sizes[1]);
  const Variable places = node->Op2(
      "elementwise_mod", ToPlane(node, node->In(1)),
      node->Number(static_cast<double>(sizes[0] * sizes[1]), DataType::kInt64));
  Variable out = node->Op("unpool", {{"X", images}, {"Indices", places}},
                          {{"ksize", windows.kernel},
                           {"strides", windows.strides},
                           {"output_size", sizes}});
  if (IsPartlyRunTime(node, 2)) {
    const Ints axes = line ? Ints{3} : Ints{2, 3};
    if (line) sizes.erase(sizes.begin());
    const Variable wanted =
        Part(node, IntVectorIn(node, 2, x.dims().rank()), 0, 2, kToTheEnd);
    const Variable more = CheckedAtRunTime(
        node, Sub(node, wanted, node->Constant(sizes)), 0, kMostMade,
        "how much larger an axis gets by " + InputText(*node, 2));
    const Variable none = node->Op("fill_zeros_like", more);
    out = PaddedAtRunTime(node, out, axes, none, more);
    return node->Out(0, line ? ToLine(node, out) : out);
  }
  const Ints wanted = node->HasInput(2) ? node->IntsIn(2) : Ints();
  for (int i = 0; i < (line ? 1 : 2) && !wanted.empty(); ++i) {
    PADDLE_ENFORCE(static_cast<int>(wanted.size()) == x.dims().rank(),
                   InvalidArgument, "output_shape has ", wanted.size(),
                   " numbers");
    const int axis = line ? 1 : i;
    const bool fits = wanted[2 + i] >= sizes[axis] &&
                      wanted[2 + i] - sizes[axis] <= kMostMade;
    PADDLE_ONNX_REFUSE(!fits, "output_shape ", wanted[2 + i],
                       " for an axis of ", sizes[axis]);
    pairs[2 * (2 + axis) + 1] = wanted[2 + i] - sizes[axis];
  }
  out = node->Op("pad", out, {{"paddings", pairs}});
  node->Out(0, line ? ToLine(node, out) : out);
}

PADDLE_ONNX_IMPORT("LpPool", 2, LpPool);
PADDLE_ONNX_IMPORT("MaxUnpool", 9, MaxUnpool);
PADDLE_ONNX_IMPORT("MaxPool", 1, MaxPool);
PADDLE_ONNX_IMPORT("AveragePool", 1, AveragePool);
PADDLE_ONNX_IMPORT("GlobalAveragePool", 1, GlobalAveragePool);
PADDLE_ONNX_IMPORT("GlobalMaxPool", 1, GlobalMaxPool);

}  // namespace
}  // namespace paddle::onnx
