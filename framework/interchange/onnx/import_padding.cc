// Elements around tensors.
#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/run_time_padding.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns paddings for each axis, as (before, after) pairs.
Ints PairsOf(Node* node, int rank) {
  const Ints given =
      node->opset() < 11
          ? node->RequiredInts(node->opset() < 2 ? "paddings" : "pads")
          : node->IntsIn(1);
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (node->HasInput(3)) axes = node->IntsIn(3);
  PADDLE_ENFORCE(given.size() == 2 * axes.size(), InvalidArgument, "there are ",
                 given.size(), " paddings for ", axes.size(), " axes");
  for (int64_t padding : given) {
    const int64_t most = std::numeric_limits<int32_t>::max();
    PADDLE_ENFORCE(padding >= -most && padding <= most, InvalidArgument,
                   "a padding of ", padding);
  }
  Ints pairs(2 * rank);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(axes[i], rank);
    pairs[2 * axis] = given[i];
    pairs[2 * axis + 1] = given[axes.size() + i];
  }
  return pairs;
}

// Paddings for each axis, as (before, after) pairs.
struct Paddings {
  Ints pairs;  // an example if they are known only in a run
  Variable of_run;
};

Variable Padded(Node* node, const Variable& x, const Paddings& paddings,
                layer::AttributeMap attrs = {}) {
  attrs.emplace_back("paddings", paddings.pairs);
  return node->Op("pad", {{"X", x}, {"PaddingsTensor", paddings.of_run}},
                  attrs);
}

// Cuts off what negative paddings say, and makes them 0.
Variable CutOff(Node* node, const Variable& x, Ints* pairs) {
  Ints axes, starts, ends;
  for (size_t axis = 0; axis < pairs->size() / 2; ++axis) {
    int64_t& before = (*pairs)[2 * axis];
    int64_t& after = (*pairs)[2 * axis + 1];
    if (before >= 0 && after >= 0) continue;
    axes.push_back(static_cast<int64_t>(axis));
    starts.push_back(std::max<int64_t>(-before, 0));
    ends.push_back(after < 0 ? after : std::numeric_limits<int64_t>::max());
    before = std::max<int64_t>(before, 0);
    after = std::max<int64_t>(after, 0);
  }
  if (axes.empty()) return x;
  return node->Op("slice", {{"Input", x}},
                  {{"axes", axes}, {"starts", starts}, {"ends", ends}});
}

// Pads with a number that is known only when the program runs.
Variable PaddedWith(Node* node, const Variable& x, const Paddings& paddings,
                    const Variable& value) {
  const Variable inside = node->Op("fill_zeros_like", x);
  const Variable marks = Padded(node, node->Cast(inside, DataType::kFloat32),
                                paddings, {{"pad_value", 1.0}});
  const Variable padded = Padded(node, x, paddings);
  const Variable number = node->Reshape(value, {});
  return Where(node, node->Cast(marks, DataType::kBool), number, padded);
}

bool IsSmall(int64_t count) {
  return count >= -kMostMade && count <= kMostMade;
}

// Pads each axis with its elements from the other end on.
Variable Wrapped(Node* node, Variable x, const Ints& pairs) {
  for (int axis = 0; axis < x.dims().rank(); ++axis) {
    const int64_t before = pairs[2 * axis], after = pairs[2 * axis + 1];
    if (before == 0 && after == 0) continue;
    const int64_t size = KnownSize(x, axis);
    PADDLE_ENFORCE(size > 0, InvalidArgument, "nothing to pad with in ",
                   x.ToString());
    // Each by itself first: the sum of any three could overflow.
    const bool fits = IsSmall(before) && IsSmall(size) && IsSmall(after) &&
                      before + size + after <= kMostMade;
    PADDLE_ONNX_REFUSE(!fits, "so much padding");
    Ints places;
    for (int64_t i = -before; i < size + after; ++i) {
      places.push_back((i % size + size) % size);
    }
    x = node->Op("gather", {{"X", x}, {"Index", node->Constant(places)}},
                 {{"axis", int64_t{axis}}});
  }
  return x;
}

// True if all axes that get paddings are of known size.
bool AreKnown(const Dims& x, const Ints& pairs) {
  for (int axis = 0; axis < x.rank(); ++axis) {
    const bool pads = pairs[2 * axis] != 0 || pairs[2 * axis + 1] != 0;
    if (pads && x[axis] < 0) return false;
  }
  return true;
}

void Pad(Node* node) {
  const std::string given = node->TextAttr("mode", "constant");
  const std::string mode = given == "edge" ? "replicate" : given;
  Variable x = node->In(0);
  const int rank = x.dims().rank();
  if (rank == 0) return node->OutSame(0, 0);
  Paddings paddings;
  if (node->opset() >= 11 &&
      (IsPartlyRunTime(node, 1) || IsPartlyRunTime(node, 3))) {
    paddings = {Ints(2 * rank), PairsOfRun(node, rank)};
    x = CutOffAtRunTime(node, x, &paddings.of_run);
    if (mode == "wrap") {
      return node->Out(0, WrappedAtRunTime(node, x, paddings.of_run));
    }
  } else {
    paddings.pairs = PairsOf(node, rank);
    x = CutOff(node, x, &paddings.pairs);
  }
  if (mode == "wrap") {
    const Ints& pairs = paddings.pairs;
    return node->Out(0, AreKnown(x.dims(), pairs)
                            ? Wrapped(node, x, pairs)
                            : WrappedAtRunTime(node, x, node->Constant(pairs)));
  }
  double value = node->FloatAttr("value", 0);
  if (node->opset() >= 11 && node->HasInput(2)) {
    if (node->ConstantIn(2) == nullptr && mode == "constant") {
      return node->Out(0, PaddedWith(node, x, paddings, node->In(2)));
    }
    value = node->NumberIn(2);
  }
  node->Out(0,
            Padded(node, x, paddings, {{"pad_value", value}, {"mode", mode}}));
}

PADDLE_ONNX_IMPORT("Pad", 1, Pad);

}  // namespace
}  // namespace paddle::onnx
