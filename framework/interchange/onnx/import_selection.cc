// Elements that conditions and classes choose.
#include <limits>
#include <numeric>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Takes what a vector of booleans says, along an axis or of all elements.
void Compress(Node* node) {
  const Variable x =
      node->HasAttr("axis") ? node->In(0) : node->Reshape(node->In(0), {-1});
  const Variable places = node->Op("where_index", {{"Condition", node->In(1)}});
  node->Out(0, node->Op("gather", {{"X", x}, {"Index", places}},
                        {{"axis", node->IntAttr("axis", 0)}}));
}

void NonZero(Node* node) {
  const Variable x = node->In(0);
  const Variable condition = node->Cast(x, DataType::kBool);
  const Variable places = node->Op("where_index", {{"Condition", condition}});
  node->Out(0, node->Op("transpose", places, {{"axis", Ints{1, 0}}}));
}

// The number of classes, also as a variable [].
struct Depth {
  int64_t number = 1;  // an example if it is known only in a run
  Variable variable;
  bool of_run = false;
};

Depth DepthIn(Node* node, int i) {
  Depth depth;
  depth.of_run = IsRunTime(node, i);
  if (depth.of_run) {
    depth.variable =
        node->Reshape(node->Cast(node->In(i), DataType::kInt64), {});
    return depth;
  }
  // A whole number of any type.
  const double number = node->NumberIn(i);
  PADDLE_ENFORCE(number >= 1 && number < std::numeric_limits<int32_t>::max(),
                 InvalidArgument, "a depth of ", number);
  depth.number = static_cast<int64_t>(number);
  depth.variable = node->Number(number, DataType::kInt64);
  return depth;
}

// Returns booleans [..., depth] that are true at the indices; nowhere for those
// outside of [0, depth).
Variable HotPlaces(Node* node, const Variable& index, const Depth& depth) {
  const Variable zero = node->Number(0, DataType::kInt64);
  // One more place, which is cut off, is for them.
  const Variable& behind = depth.variable;
  const Variable out =
      node->Op2("logical_or", node->Op2("less_than", index, zero),
                node->Op2("greater_equal", index, behind));
  const Variable inside =
      node->Op("where", {{"Condition", out}, {"X", behind}, {"Y", index}});
  const int64_t rank = index.dims().rank();
  // A last axis of size 1 would not count.
  const Variable places = node->Op("unsqueeze", inside, {{"axes", Ints{rank}}});
  Variable wide, end;
  if (depth.of_run) {
    wide =
        node->Op2("elementwise_add", behind, node->Number(1, DataType::kInt64));
    end = node->Reshape(behind, {1});
  }
  const Variable ones =
      node->Op("one_hot", {{"X", places}, {"DepthTensor", wide}},
               {{"depth", depth.number + 1}});
  const Variable cut = node->Op("slice", {{"Input", ones}, {"EndsTensor", end}},
                                {{"axes", Ints{rank}},
                                 {"starts", Ints{0}},
                                 {"ends", Ints{depth.number}}});
  return node->Op2("not_equal", cut, node->Number(0, DataType::kFloat32));
}

// values holds what is written where there is no index, and where there is.
void OneHot(Node* node) {
  const Depth depth = DepthIn(node, 1);
  const Variable given = node->Cast(node->In(0), DataType::kInt64);
  const Variable index = AddToNegative(node, given, depth.variable);
  const Variable values = node->In(2);
  const int rank = index.dims().rank();
  const Variable where = HotPlaces(node, index, depth);
  const auto value = [&](int64_t i) {
    return node->Op("slice", {{"Input", values}},
                    {{"axes", Ints{0}},
                     {"starts", Ints{i}},
                     {"ends", Ints{i + 1}},
                     {"decrease_axis", Ints{0}}});
  };
  const Variable hot = node->Op(
      "where", {{"Condition", where}, {"X", value(1)}, {"Y", value(0)}});
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", -1), rank + 1);
  if (axis == rank) return node->Out(0, hot);
  Ints order(rank + 1);
  std::iota(order.begin(), order.end(), 0);
  order.pop_back();
  order.insert(order.begin() + axis, rank);
  node->Out(0, node->Op("transpose", hot, {{"axis", order}}));
}

PADDLE_ONNX_IMPORT("Compress", 9, Compress);
PADDLE_ONNX_IMPORT("NonZero", 9, NonZero);
PADDLE_ONNX_IMPORT("OneHot", 9, OneHot);

}  // namespace
}  // namespace paddle::onnx
