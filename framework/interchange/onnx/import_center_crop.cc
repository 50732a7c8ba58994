// Tensors cut or padded around their middle.
#include <algorithm>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/run_time_padding.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Cuts or pads around the middle by sizes of a run, of X or the result.
void CenterCropPadAtRunTime(Node* node, const Variable& x, const Ints& axes) {
  const auto count = static_cast<int64_t>(axes.size());
  const Variable wanted =
      CheckedAtRunTime(node, IntVectorIn(node, 1, count), 0, kMostMade,
                       "a size of the result, " + InputText(*node, 1) + ",");
  const Variable sizes =
      node->Cast(node->Op("gather", {{"X", node->Op("shape", {{"Input", x}})},
                                     {"Index", node->Constant(axes)}}),
                 DataType::kInt64);
  const Variable two = node->Number(2, DataType::kInt64);
  const Variable less = AtLeast0(node, Sub(node, sizes, wanted));
  const Variable more = AtLeast0(node, Sub(node, wanted, sizes));
  const Variable starts = node->Op2("elementwise_floordiv", less, two);
  const Variable part =
      CutAtRunTime(node, x, axes, starts, Add(node, starts, wanted));
  const Variable before = node->Op2("elementwise_floordiv", more, two);
  node->Out(0,
            PaddedAtRunTime(node, part, axes, before, Sub(node, more, before)));
}

// Cuts or pads around the middle, until axes have the given sizes.
void CenterCropPad(Node* node) {
  Variable x = node->In(0);
  const int rank = x.dims().rank();
  const Ints axes = AxesAttr(node, x);
  bool known = !IsPartlyRunTime(node, 1);
  for (const int64_t axis : axes) {
    known = known && x.dims()[static_cast<int>(axis)] >= 0;
  }
  if (!known) return CenterCropPadAtRunTime(node, x, axes);
  const Ints sizes = node->IntsIn(1);
  PADDLE_ENFORCE(axes.size() == sizes.size(), InvalidArgument, "there are ",
                 sizes.size(), " sizes for ", axes.size(), " axes");
  Ints pairs(2 * rank);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = static_cast<int>(axes[i]);
    PADDLE_ENFORCE(sizes[i] >= 0, InvalidArgument, "a size of ", sizes[i]);
    const int64_t more = sizes[i] - KnownSize(x, axis);
    PADDLE_ONNX_REFUSE(more > kMostMade, "a size of ", sizes[i]);
    if (more < 0) x = Part(node, x, axis, -more / 2, -more / 2 + sizes[i]);
    if (more > 0) pairs[2 * axis] = more / 2;
    if (more > 0) pairs[2 * axis + 1] = more - more / 2;
  }
  const bool pads =
      std::any_of(pairs.begin(), pairs.end(), [](int64_t n) { return n > 0; });
  node->Out(0, pads ? node->Op("pad", x, {{"paddings", pairs}})
                    : node->Op("assign", x));
}

PADDLE_ONNX_IMPORT("CenterCropPad", 18, CenterCropPad);

}  // namespace
}  // namespace paddle::onnx
