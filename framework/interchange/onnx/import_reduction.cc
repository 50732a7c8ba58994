// Sums, extremes and norms along axes.
#include <algorithm>
#include <numeric>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/wide_integers.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The axes of a reduction, and whether they stay with size 1.
struct Axes {
  Ints axes;
  bool all = false;
  bool none = false;  // no axis is reduced: the function of each element alone
  bool keep = true;
  Variable of_run;  // valid if they are known only then

  layer::AttributeMap Attrs() const {
    return {{"dim", axes}, {"reduce_all", all}, {"keep_dim", keep}};
  }
};

// Axes became an input in version 18, of ReduceSum in 13.
Axes AxesOf(Node* node, int since = 18) {
  Axes result;
  if (node->opset() >= since && IsRunTime(node, 1)) {
    const RunTimeInts given = RunTimeIntsIn(node, 1);
    // As many axes as an example; none are no question of the run.
    result.axes.resize(given.count);
    std::iota(result.axes.begin(), result.axes.end(), 0);
    if (given.count > 0) result.of_run = given.values;
  } else {
    result.axes = node->IntsOf("axes", 1, since).value_or(Ints{});
  }
  result.keep = node->IntAttr("keepdims", 1) != 0;
  if (!result.axes.empty()) return result;
  result.none =
      node->opset() >= since && node->IntAttr("noop_with_empty_axes", 0) != 0;
  result.all = !result.none;
  return result;
}

Variable Reduce(Node* node, const char* type, const Variable& x,
                const Axes& axes) {
  if (axes.none) return x;
  return node->Op(type, {{"X", x}, {"DimTensor", axes.of_run}}, axes.Attrs());
}

void ReduceSum(Node* node) {
  const Axes axes = AxesOf(node, 13);
  node->Out(0, Reduce(node, "reduce_sum", node->In(0), axes));
}

// Imports a reduction that is an operator of ours.
#define PADDLE_ONNX_REDUCE(op, type)                             \
  PADDLE_ONNX_IMPORT(op, 1, [](Node* node) {                     \
    node->Out(0, Reduce(node, type, node->In(0), AxesOf(node))); \
  })

PADDLE_ONNX_REDUCE("ReduceMean", "reduce_mean");
PADDLE_ONNX_REDUCE("ReduceProd", "reduce_prod");

#undef PADDLE_ONNX_REDUCE

// The largest of booleans is whether one is true.
void Extreme(Node* node, const char* type, const char* of_bools) {
  const Variable x = node->In(0);
  const bool bools = x.dtype() == DataType::kBool;
  node->Out(0, Reduce(node, bools ? of_bools : type, x, AxesOf(node)));
}

void ReduceMax(Node* node) { Extreme(node, "reduce_max", "reduce_any"); }
void ReduceMin(Node* node) { Extreme(node, "reduce_min", "reduce_all"); }

Variable SumOf(Node* node, const char* function) {
  return Reduce(node, "reduce_sum", node->Op(function, node->In(0)),
                AxesOf(node));
}

void ReduceL1(Node* node) { node->Out(0, SumOf(node, "abs")); }
void ReduceSumSquare(Node* node) { node->Out(0, SumOf(node, "square")); }
void ReduceL2(Node* node) {
  node->Out(0, node->Op("sqrt", SumOf(node, "square")));
}
void ReduceLogSum(Node* node) {
  node->Out(0, node->Op("log",
                        Reduce(node, "reduce_sum", node->In(0), AxesOf(node))));
}
void ReduceLogSumExp(Node* node) {
  // The logarithm of exp of each element alone is that element.
  node->Out(0, Reduce(node, "logsumexp", node->In(0), AxesOf(node)));
}

// Returns where the largest element is, by `type`; of several the last one, if
// the node asks for that.
void Arg(Node* node, const char* type) {
  const Variable x = node->In(0);
  const int64_t axis = node->IntAttr("axis", 0);
  const bool keep = node->IntAttr("keepdims", 1) != 0;
  const bool last = node->IntAttr("select_last_index", 0) != 0;
  const layer::AttributeMap attrs = {{"axis", axis}, {"keep_dim", keep}};
  if (!last) return node->Out(0, node->Op(type, x, attrs));
  const int64_t size = x.dims().at(static_cast<int>(axis));
  PADDLE_ONNX_REFUSE(size < 0,
                     "select_last_index along an axis whose size is "
                     "known only when the program runs");
  const Variable flipped = node->Op("flip", x, {{"axis", Ints{axis}}});
  node->Out(
      0, node->Op("scale", node->Op(type, flipped, attrs),
                  {{"scale", -1.0}, {"bias", static_cast<double>(size - 1)}}));
}

void ArgMax(Node* node) { Arg(node, "argmax"); }
void ArgMin(Node* node) { Arg(node, "argmin"); }

// Writes an operator that runs along an axis.
void Running(Node* node, const char* type) {
  const bool of_run = IsRunTime(node, 1);
  const Variable axis = of_run ? RunTimeIntsIn(node, 1).values : Variable();
  node->Out(0, node->Op(type, {{"X", node->In(0)}, {"AxisTensor", axis}},
                        {{"axis", of_run ? 0 : node->IntIn(1)},
                         {"exclusive", node->IntAttr("exclusive", 0) != 0},
                         {"reverse", node->IntAttr("reverse", 0) != 0}}));
}

void CumSum(Node* node) { Running(node, "cumsum"); }
void CumProd(Node* node) { Running(node, "cumprod"); }

// An input since version 10.
bool KIsOfRun(Node* node) { return node->opset() >= 10 && IsRunTime(node, 1); }
int64_t KnownK(Node* node) {
  return node->opset() < 10 ? node->RequiredInt("k") : node->IntIn(1);
}

// Returns 0, 1, ..., k - 1, for an axis of `size`.
Variable FirstPlaces(Node* node, int64_t size) {
  if (KIsOfRun(node)) {
    return PlacesBelow(node, RunTimeIntsIn(node, 1).values);
  }
  const int64_t k = KnownK(node);
  PADDLE_ENFORCE(k >= 0 && (size < 0 || k <= size), InvalidArgument, "the ", k,
                 " largest of ", size, " elements");
  PADDLE_ONNX_REFUSE(k > kMostMade, "so many elements as ", k);
  Ints places(k);
  std::iota(places.begin(), places.end(), 0);
  return Integers(node, {k}, places);
}

// Sorts integers of 64 bits, of which float64 does not hold all, and takes the
// first k.
void TopKOfSorted(Node* node, const Variable& x, int axis, bool largest) {
  const auto sorted =
      node->Append("argsort", {{"X", InSignedOrder(node, x)}},
                   {{"axis", int64_t{axis}}, {"descending", largest}});
  // A place that is not there is an error of gather.
  const Variable first = FirstPlaces(node, x.dims()[axis]);
  const auto taken = [&](const char* slot) {
    return node->Op("gather", {{"X", sorted[slot]}, {"Index", first}},
                    {{"axis", int64_t{axis}}});
  };
  const bool is_unsigned = x.dtype() == DataType::kUInt64;
  node->Out(0,
            is_unsigned ? InUnsignedOrder(node, taken("Out")) : taken("Out"));
  node->Out(1, taken("Indices"));
}

// The k largest, or smallest, along an axis.
void TopK(Node* node) {
  // Smaller integers are exact in float64, for which there is a kernel.
  const DataType type = node->In(0).dtype();
  const bool integers = !framework::IsFloating(type);
  const int rank = node->In(0).dims().rank();
  const bool of_run = KIsOfRun(node);
  const int axis = framework::NormalizeAxis(node->IntAttr("axis", -1), rank);
  const bool largest = node->IntAttr("largest", 1) != 0;
  if (type == DataType::kInt64 || type == DataType::kUInt64) {
    return TopKOfSorted(node, node->In(0), axis, largest);
  }
  const Variable x =
      integers ? node->Cast(node->In(0), DataType::kFloat64) : node->In(0);
  // Our operator works along the last axis.
  Ints swap(rank);
  std::iota(swap.begin(), swap.end(), 0);
  std::swap(swap[axis], swap[rank - 1]);
  const auto turned = [&](const Variable& y) {
    return axis == rank - 1 ? y : node->Op("transpose", y, {{"axis", swap}});
  };
  const auto negated = [&](const Variable& y) {
    return largest ? y : node->Op("scale", y, {{"scale", -1.0}});
  };
  const auto top = node->Append(
      "top_k",
      {{"X", negated(turned(x))},
       {"KTensor", of_run ? RunTimeIntsIn(node, 1).values : Variable()}},
      {{"k", of_run ? 1 : KnownK(node)}});
  const Variable places = turned(top["Indices"]);
  node->Out(1, places);
  const Variable values =
      integers
          ? node->Op("take_along_axis", {{"X", node->In(0)}, {"Index", places}},
                     {{"axis", int64_t{axis}}})
          : turned(negated(top["Out"]));
  node->Out(0, values);
}

PADDLE_ONNX_IMPORT("ReduceSum", 1, ReduceSum);
PADDLE_ONNX_IMPORT("ReduceMax", 1, ReduceMax);
PADDLE_ONNX_IMPORT("ReduceMin", 1, ReduceMin);
PADDLE_ONNX_IMPORT("ReduceL1", 1, ReduceL1);
PADDLE_ONNX_IMPORT("ReduceL2", 1, ReduceL2);
PADDLE_ONNX_IMPORT("ReduceLogSum", 1, ReduceLogSum);
PADDLE_ONNX_IMPORT("ReduceLogSumExp", 1, ReduceLogSumExp);
PADDLE_ONNX_IMPORT("ReduceSumSquare", 1, ReduceSumSquare);
PADDLE_ONNX_IMPORT("ArgMax", 1, ArgMax);
PADDLE_ONNX_IMPORT("ArgMin", 1, ArgMin);
PADDLE_ONNX_IMPORT("CumSum", 11, CumSum);
PADDLE_ONNX_IMPORT("CumProd", 26, CumProd);
PADDLE_ONNX_IMPORT("TopK", 1, TopK);

}  // namespace
}  // namespace paddle::onnx
