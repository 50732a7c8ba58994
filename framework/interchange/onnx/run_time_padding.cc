#include "paddle/framework/interchange/onnx/run_time_padding.h"

#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {
namespace {

// Returns (before, after) pairs of some axes, [axes, 2], as those of all axes,
// [2 rank]: 0 for axes that are not named.
Variable PairsOfAll(Node* node, const Variable& pairs, const Ints& axes,
                    int rank) {
  const auto count = static_cast<int64_t>(axes.size());
  // A row of zeros follows.
  Ints rows(rank, count);
  for (int64_t i = 0; i < count; ++i) {
    rows[framework::NormalizeAxis(axes[i], rank)] = i;
  }
  const Variable zeros = Integers(node, {1, 2}, Ints{0, 0});
  const Variable all =
      node->Op("gather", {{"X", Joined(node, {pairs, zeros}, 0)},
                          {"Index", node->Constant(rows)}});
  return node->Reshape(all, {2 * rank});
}

// Does the same for axes that are known only in a run.
Variable PairsOfAxesOfRun(Node* node, const Variable& pairs,
                          const Variable& axes, int rank) {
  const Variable checked =
      CheckedAtRunTime(node, axes, -rank, rank - 1,
                       "an axis of X, by " + InputText(*node, 3) + ",");
  const Variable places =
      AddToNegative(node, checked, node->Number(rank, DataType::kInt64));
  Ints all(rank);
  std::iota(all.begin(), all.end(), 0);
  const Variable is_at = node->Op2("equal", Integers(node, {rank, 1}, all),
                                   places);  // [rank, axes]
  const Variable sums = SumAlong(
      node,
      Mul(node, Unsqueezed(node, node->Cast(is_at, DataType::kInt64), {2}),
          pairs),
      {1});
  return node->Reshape(sums, {2 * rank});
}

}  // namespace

Variable AtLeast0(Node* node, const Variable& x) {
  return node->Op2("elementwise_max", x, node->Number(0, x.dtype()));
}

Variable PaddedAtRunTime(Node* node, const Variable& x, const Ints& axes,
                         const Variable& before, const Variable& after) {
  const Variable pairs =
      node->Op("stack", {{"X", std::vector<Variable>{before, after}}},
               {{"axis", int64_t{1}}});
  const int rank = x.dims().rank();
  return node->Op(
      "pad",
      {{"X", x}, {"PaddingsTensor", PairsOfAll(node, pairs, axes, rank)}},
      {{"paddings", Ints(2 * rank)}});
}

Variable PairsOfRun(Node* node, int rank) {
  const bool axes_of_run = IsPartlyRunTime(node, 3);
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (node->HasInput(3) && !axes_of_run) axes = node->IntsIn(3);
  const int64_t count = axes_of_run ? RunTimeIntsIn(node, 3).count
                                    : static_cast<int64_t>(axes.size());
  const Variable pairs = SwapAxes(
      node, node->Reshape(IntVectorIn(node, 1, 2 * count), {2, count}), 0, 1);
  return axes_of_run
             ? PairsOfAxesOfRun(node, pairs, IntVectorIn(node, 3, count), rank)
             : PairsOfAll(node, pairs, axes, rank);
}

Variable CutAtRunTime(Node* node, const Variable& x, const Ints& axes,
                      const Variable& starts, const Variable& ends) {
  return node->Op(
      "slice", {{"Input", x}, {"StartsTensor", starts}, {"EndsTensor", ends}},
      {{"axes", axes},
       {"starts", Ints(axes.size(), 0)},
       {"ends", Ints(axes.size(), kToTheEnd)}});
}

Variable CutOffAtRunTime(Node* node, const Variable& x, Variable* pairs) {
  const int rank = x.dims().rank();
  const Variable columns = node->Reshape(*pairs, {rank, 2});
  const Variable after = At(node, columns, 1, 1);
  const Variable zero = node->Number(0, DataType::kInt64);
  const Variable end =
      node->Number(static_cast<double>(kToTheEnd), DataType::kInt64);
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  *pairs = AtLeast0(node, *pairs);
  return CutAtRunTime(
      node, x, axes,
      AtLeast0(node, ScaledBy(node, At(node, columns, 1, 0), -1)),
      Where(node, node->Op2("less_than", after, zero), after, end));
}

Variable WrappedAtRunTime(Node* node, Variable x, const Variable& pairs) {
  const Variable one = node->Number(1, DataType::kInt64);
  for (int axis = 0; axis < x.dims().rank(); ++axis) {
    const Variable size = SizeAlong(node, x, axis, DataType::kInt64);
    const Variable places = node->Op(
        "range", {{"Start", ScaledBy(node, At(node, pairs, 0, 2 * axis), -1)},
                  {"End", Add(node, size, At(node, pairs, 0, 2 * axis + 1))},
                  {"Step", one}});
    x = node->Op(
        "gather",
        {{"X", x}, {"Index", node->Op2("elementwise_mod", places, size)}},
        {{"axis", int64_t{axis}}});
  }
  return x;
}

}  // namespace paddle::onnx
