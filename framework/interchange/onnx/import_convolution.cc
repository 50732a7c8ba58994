// Convolutions and transposed ones, over one to three axes.
#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/convolution.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/windows.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns the size of the windows of filters [M, C, size, ...].
Ints KernelOf(const Dims& dims) {
  PADDLE_ONNX_REFUSE(dims.rank() < 3 || dims.rank() > 5, "filters ",
                     dims.ToString(),
                     "; there are convolutions over one to three axes");
  PADDLE_ONNX_REFUSE(!dims.IsStatic(), "the sizes of filters ",
                     dims.ToString());
  return dims.Slice(2, dims.rank()).ToVector();
}

// Returns the filters of input 1; constant ones of a line become filters of a
// plane when the model is imported.
Variable FilterIn(Node* node) {
  if (!IsLine(node->DimsIn(1))) return node->In(1);
  const framework::Tensor* constant = node->ConstantIn(1);
  if (constant == nullptr || node->trains_weights()) {
    return ToPlane(node, node->In(1));
  }
  const Dims dims = constant->dims();
  return node->Constant(constant->Reshaped({dims[0], dims[1], 1, dims[2]}));
}

std::string Named(const char* prefix, const Windows& windows) {
  return absl::StrCat(prefix, windows.axes() == 3 ? "3d" : "2d");
}

Variable WithBias(Node* node, const Variable& out) {
  if (!node->HasInput(2)) return out;
  return node->Op2("elementwise_add", out, node->In(2), {{"axis", int64_t{1}}});
}

}  // namespace

Variable Convolution(Node* node, const Variable& x, const Variable& filters) {
  const bool line = IsLine(x.dims());
  // Filters of a plane have been made of those of a line, or not.
  Ints kernel = KernelOf(filters.dims());
  if (line && kernel.size() == 2) kernel.erase(kernel.begin());
  Windows windows = ToPlane(WindowsOf(node, x.dims(), kernel));
  Variable images = ToPlane(node, x);
  if (!windows.IsSymmetric()) {
    images = Padded(node, images, windows, 0);
    windows.before.assign(windows.axes(), 0);
  }
  const Variable out =
      node->Op(Named("conv", windows),
               {{"Input", images}, {"Filter", ToPlane(node, filters)}},
               {{"strides", windows.strides},
                {"paddings", windows.before},
                {"dilations", windows.dilations},
                {"groups", node->IntAttr("group", 1)}});
  return line ? ToLine(node, out) : out;
}

namespace {

void Conv(Node* node) {
  node->Out(0, WithBias(node, Convolution(node, node->In(0), FilterIn(node))));
}

// The ends that a transposed convolution cuts off its result.
struct Cut {
  Ints before;
  Ints after;  // negative: so much is added
};

// Returns the size of the result before anything is cut off.
int64_t FullSize(const Dims& images, const Windows& windows, int i) {
  return (ImageSize(images, i) - 1) * windows.strides[i] +
         windows.ReachAlong(i);
}

Cut CutOf(Node* node, const Dims& images, const Windows& windows,
          const Ints& added) {
  Cut cut{windows.before, windows.after};
  const std::string pad = node->TextAttr("auto_pad", "NOTSET");
  const bool same = pad == "SAME_UPPER" || pad == "SAME_LOWER";
  if (!node->HasAttr("output_shape") && !same) {
    for (int i = 0; i < windows.axes(); ++i) cut.after[i] -= added[i];
    return cut;
  }
  Ints wanted = node->IntsAttr("output_shape", {});
  CheckRange(wanted, "output_shape", 0);
  for (int i = 0; same && wanted.size() < windows.kernel.size(); ++i) {
    wanted.push_back(ImageSize(images, i) * windows.strides[i]);
  }
  PADDLE_ENFORCE(wanted.size() == windows.kernel.size(), InvalidArgument,
                 "output_shape has ", wanted.size(), " numbers instead of ",
                 windows.axes());
  for (int i = 0; i < windows.axes(); ++i) {
    const int64_t total = FullSize(images, windows, i) + added[i] - wanted[i];
    const int64_t smaller = total / 2, larger = total - smaller;
    cut.before[i] = pad == "SAME_UPPER" ? smaller : larger;
    // A result that is too short gets longer at its end.
    if (total < 0) cut.before[i] = 0;
    cut.after[i] = total - cut.before[i] - added[i];
  }
  return cut;
}

// Cuts or pads what the operator itself cannot.
Variable ApplyCut(Node* node, const Variable& out, const Cut& cut) {
  Ints axes, starts, ends, pairs(4, 0);
  bool longer = false;
  for (size_t i = 0; i < cut.before.size(); ++i) {
    longer |= cut.after[i] < 0 || cut.before[i] < 0;
    pairs.push_back(std::max<int64_t>(-cut.before[i], 0));
    pairs.push_back(std::max<int64_t>(-cut.after[i], 0));
    if (cut.before[i] <= 0 && cut.after[i] <= 0) continue;
    axes.push_back(static_cast<int64_t>(i) + 2);
    starts.push_back(std::max<int64_t>(cut.before[i], 0));
    ends.push_back(cut.after[i] > 0 ? -cut.after[i]
                                    : std::numeric_limits<int64_t>::max());
  }
  Variable result = out;
  if (!axes.empty()) {
    result = node->Op("slice", {{"Input", result}},
                      {{"axes", axes}, {"starts", starts}, {"ends", ends}});
  }
  // No window reaches there.
  if (longer) result = node->Op("pad", result, {{"paddings", pairs}});
  return result;
}

void ConvTranspose(Node* node) {
  const Variable x = node->In(0);
  const bool line = IsLine(x.dims());
  const Windows given = WindowsOf(node, x.dims(), KernelOf(node->DimsIn(1)));
  const Ints added = node->IntsAttr("output_padding", Ints(given.axes(), 0));
  PADDLE_ENFORCE(added.size() == given.kernel.size(), InvalidArgument,
                 "output_padding has ", added.size(), " numbers");
  CheckRange(added, "output_padding", 0);
  Cut cut = CutOf(node, x.dims(), given, added);
  const Windows windows = ToPlane(given);
  if (line) {
    cut.before.insert(cut.before.begin(), 0);
    cut.after.insert(cut.after.begin(), 0);
  }
  const bool plain =
      cut.before == cut.after &&
      *std::min_element(cut.before.begin(), cut.before.end()) >= 0;
  Variable out =
      node->Op(Named("conv", windows) + "_transpose",
               {{"Input", ToPlane(node, x)}, {"Filter", FilterIn(node)}},
               {{"strides", windows.strides},
                {"paddings", plain ? cut.before : Ints(windows.axes(), 0)},
                {"dilations", windows.dilations},
                {"groups", node->IntAttr("group", 1)}});
  if (!plain) out = ApplyCut(node, out, cut);
  const Variable biased = WithBias(node, out);
  node->Out(0, line ? ToLine(node, biased) : biased);
}

PADDLE_ONNX_IMPORT("Conv", 1, Conv);
PADDLE_ONNX_IMPORT("ConvTranspose", 1, ConvTranspose);

}  // namespace
}  // namespace paddle::onnx
