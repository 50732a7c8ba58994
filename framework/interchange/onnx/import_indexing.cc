// Elements and rows by their places.
#include <algorithm>
#include <limits>
#include <numeric>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

using framework::Tensor;

template <typename T>
bool HasNegative(const Tensor& tensor) {
  const T* data = tensor.data<T>();
  return std::any_of(data, data + tensor.numel(), [](T i) { return i < 0; });
}

// True unless the indices are known to be none that count from the end.
bool MayBeNegative(const Tensor* constant) {
  if (constant == nullptr) return true;
  return constant->dtype() == DataType::kInt32
             ? HasNegative<int32_t>(*constant)
             : HasNegative<int64_t>(*constant);
}

// Returns the sizes of axes [begin, end) of `x`, as numbers of a data type: one
// number for one axis, else a vector. They are read when the program runs if
// they are not known before.
Variable SizesAlong(Node* node, const Variable& x, int begin, int end,
                    DataType type) {
  const Dims sizes = x.dims().Slice(begin, end);
  if (sizes.IsStatic()) {
    return sizes.rank() == 1
               ? node->Number(static_cast<double>(sizes[0]), type)
               : node->Cast(node->Constant(sizes.ToVector()), type);
  }
  const Variable part =
      node->Op("slice", {{"Input", node->Op("shape", {{"Input", x}})}},
               {{"axes", Ints{0}},
                {"starts", Ints{begin}},
                {"ends", Ints{end}},
                {"decrease_axis", end - begin == 1 ? Ints{0} : Ints{}}});
  return node->Cast(part, type);
}

// Adds sizes to the indices that are negative.
Variable AddToNegative(Node* node, const Variable& index,
                       const Variable& size) {
  const Variable zero = node->Number(0, index.dtype());
  return node->Op("where", {{"Condition", node->Op2("less_than", index, zero)},
                            {"X", node->Op2("elementwise_add", index, size)},
                            {"Y", index}});
}

// Returns the indices of input `i` into axes [begin, end) of `x`, without those
// that count from the end: our operators refuse them.
Variable FromTheFront(Node* node, int i, const Variable& x, int begin,
                      int end) {
  const Variable index = node->In(i);
  if (!MayBeNegative(node->ConstantIn(i))) return index;
  return AddToNegative(node, index,
                       SizesAlong(node, x, begin, end, index.dtype()));
}

// Returns the order of axes in which `axis` comes first, and the way back.
Ints AxisFirst(int axis, int rank) {
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + axis, order.begin() + axis + 1);
  return order;
}

// Moves the first `count` axes behind the `axis` that follow them.
Ints AxisBack(int axis, int count, int rank) {
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + count,
              order.begin() + count + axis);
  return order;
}

// Takes rows of indices of any rank: an axis of size 1 makes each a place.
Variable GatherRows(Node* node, const Variable& x, const Variable& index,
                    int axis) {
  const int rank = x.dims().rank(), index_rank = index.dims().rank();
  const Variable rows =
      axis == 0 ? x
                : node->Op("transpose", x, {{"axis", AxisFirst(axis, rank)}});
  const Variable places =
      node->Op("unsqueeze", index, {{"axes", Ints{index_rank}}});
  const Variable taken =
      node->Op("gather_nd", {{"X", rows}, {"Index", places}});
  if (axis == 0) return taken;
  return node->Op(
      "transpose", taken,
      {{"axis", AxisBack(axis, index_rank, rank - 1 + index_rank)}});
}

void Gather(Node* node) {
  const Variable x = node->In(0);
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", 0), x.dims().rank());
  const Tensor* constant = node->ConstantIn(1);
  if (constant != nullptr && constant->rank() == 0) {
    const int64_t i = node->IntIn(1);
    const int64_t most = std::numeric_limits<int32_t>::max();
    PADDLE_ENFORCE(i > -most && i < most, OutOfRange, "index ", i);
    const int64_t end = i == -1 ? x.dims()[axis] : i + 1;
    if (i != -1 || end >= 0) {
      node->Out(0, node->Op("slice", {{"Input", x}},
                            {{"axes", Ints{axis}},
                             {"starts", Ints{i}},
                             {"ends", Ints{end}},
                             {"decrease_axis", Ints{axis}}}));
      return;
    }
  }
  const Variable index = FromTheFront(node, 1, x, axis, axis + 1);
  if (index.dims().rank() == 1) {
    node->Out(0, node->Op("gather", {{"X", x}, {"Index", index}},
                          {{"axis", int64_t{axis}}}));
  } else {
    node->Out(0, GatherRows(node, x, index, axis));
  }
}

// Cuts off what lies beyond the index along the other axes.
Variable CutToIndex(Node* node, const Variable& x, const Dims& index,
                    int axis) {
  Ints axes, ends;
  for (int i = 0; i < x.dims().rank(); ++i) {
    if (i == axis || index[i] == x.dims()[i]) continue;
    PADDLE_ONNX_REFUSE(index[i] < 0,
                       "sizes of the indices that are known only "
                       "when the program runs, and are not those of X");
    axes.push_back(i);
    ends.push_back(index[i]);
  }
  if (axes.empty()) return x;
  return node->Op(
      "slice", {{"Input", x}},
      {{"axes", axes}, {"starts", Ints(axes.size(), 0)}, {"ends", ends}});
}

void GatherElements(Node* node) {
  const Variable x = node->In(0);
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", 0), x.dims().rank());
  const Variable index = FromTheFront(node, 1, x, axis, axis + 1);
  PADDLE_ENFORCE(index.dims().rank() == x.dims().rank(), InvalidArgument,
                 "X and the indices have different ranks");
  node->Out(0, node->Op("take_along_axis",
                        {{"X", CutToIndex(node, x, index.dims(), axis)},
                         {"Index", index}},
                        {{"axis", int64_t{axis}}}));
}

// Returns indices of places along the first axes of X, all from the front.
Variable PlacesIn(Node* node, const Variable& x) {
  const Dims dims = x.dims(), index = node->In(1).dims();
  PADDLE_ENFORCE(index.rank() > 0, InvalidArgument, "the indices are a scalar");
  const int64_t depth = index[index.rank() - 1];
  PADDLE_ENFORCE(depth >= 1 && depth <= dims.rank(), InvalidArgument,
                 "the indices have ", depth, " numbers for a place in ",
                 x.ToString());
  return FromTheFront(node, 1, x, 0, static_cast<int>(depth));
}

void GatherND(Node* node) {
  PADDLE_ONNX_REFUSE(node->IntAttr("batch_dims", 0) != 0, "batch_dims");
  const Variable x = node->In(0);
  node->Out(0, node->Op("gather_nd", {{"X", x}, {"Index", PlacesIn(node, x)}}));
}

// Overwrites or adds to the places that the indices say.
void ScatterTo(Node* node, const Variable& x, const Variable& index,
               const Variable& updates) {
  const std::string how = node->TextAttr("reduction", "none");
  PADDLE_ONNX_REFUSE(how != "none" && how != "add", "reduction ", how);
  const auto add = [&](const Variable& to, const Variable& what) {
    return node->Op("scatter_nd_add",
                    {{"X", to}, {"Index", index}, {"Updates", what}});
  };
  if (how == "add") return node->Out(0, add(x, updates));
  const Variable zeros = node->Op("fill_zeros_like", x);
  const Variable ones =
      node->Op("scale", node->Op("fill_zeros_like", updates), {{"bias", 1.0}});
  const Variable written = node->Op2("not_equal", add(zeros, ones), zeros);
  node->Out(0, node->Op("where", {{"Condition", written},
                                  {"X", add(zeros, updates)},
                                  {"Y", x}}));
}

void ScatterND(Node* node) {
  const Variable x = node->In(0);
  ScatterTo(node, x, PlacesIn(node, x), node->In(2));
}

// Returns the number of each element of `dims` along an axis, [..., 1].
Variable NumbersAlong(Node* node, const Dims& dims, int axis) {
  Dims column = dims;
  column.Append(1);
  PADDLE_ONNX_REFUSE(dims.Numel() > kMostMade, "indices of shape ",
                     dims.ToString());
  Tensor tensor(column, DataType::kInt64);
  const int64_t inner = dims.Slice(axis + 1, dims.rank()).Numel();
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<int64_t>()[i] = i / inner % dims[axis];
  }
  return node->Constant(tensor);
}

// Each index says a place along one axis; along the others it is the index's
// own.
void ScatterElements(Node* node) {
  const Variable x = node->In(0);
  const int rank = x.dims().rank();
  const int axis = framework::NormalizeAxis(node->IntAttr("axis", 0), rank);
  const Variable index =
      node->Cast(FromTheFront(node, 1, x, axis, axis + 1), DataType::kInt64);
  PADDLE_ENFORCE(index.dims().rank() == rank, InvalidArgument,
                 "X and the indices have different ranks");
  PADDLE_ONNX_REFUSE(!index.dims().IsStatic(),
                     "indices whose number is known "
                     "only when the program runs");
  std::vector<Variable> places;
  for (int i = 0; i < rank; ++i) {
    places.push_back(i == axis
                         ? node->Op("unsqueeze", index, {{"axes", Ints{rank}}})
                         : NumbersAlong(node, index.dims(), i));
  }
  ScatterTo(node, x,
            node->Op("concat", {{"X", places}}, {{"axis", int64_t{rank}}}),
            node->In(2));
}

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

// Returns booleans [..., depth] that are true at the indices; nowhere for those
// outside of [0, depth).
Variable HotPlaces(Node* node, const Variable& index, int64_t depth) {
  const Variable zero = node->Number(0, DataType::kInt64);
  // One more place, which is cut off, is for them.
  const Variable behind =
      node->Number(static_cast<double>(depth), DataType::kInt64);
  const Variable out =
      node->Op2("logical_or", node->Op2("less_than", index, zero),
                node->Op2("greater_equal", index, behind));
  const Variable inside =
      node->Op("where", {{"Condition", out}, {"X", behind}, {"Y", index}});
  const int64_t rank = index.dims().rank();
  // A last axis of size 1 would not count.
  const Variable places = node->Op("unsqueeze", inside, {{"axes", Ints{rank}}});
  const Variable ones = node->Op("one_hot", places, {{"depth", depth + 1}});
  const Variable cut = node->Op(
      "slice", {{"Input", ones}},
      {{"axes", Ints{rank}}, {"starts", Ints{0}}, {"ends", Ints{depth}}});
  return node->Op2("not_equal", cut, node->Number(0, DataType::kFloat32));
}

// values holds what is written where there is no index, and where there is.
void OneHot(Node* node) {
  const int64_t depth = node->IntIn(1);
  PADDLE_ENFORCE(depth >= 1 && depth < std::numeric_limits<int32_t>::max(),
                 InvalidArgument, "a depth of ", depth);
  const Variable given = node->Cast(node->In(0), DataType::kInt64);
  const Variable index = AddToNegative(
      node, given, node->Number(static_cast<double>(depth), DataType::kInt64));
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

PADDLE_ONNX_IMPORT("Gather", 1, Gather);
PADDLE_ONNX_IMPORT("GatherElements", 11, GatherElements);
PADDLE_ONNX_IMPORT("GatherND", 11, GatherND);
PADDLE_ONNX_IMPORT("ScatterND", 11, ScatterND);
PADDLE_ONNX_IMPORT("Scatter", 9, ScatterElements);
PADDLE_ONNX_IMPORT("ScatterElements", 11, ScatterElements);
PADDLE_ONNX_IMPORT("Compress", 9, Compress);
PADDLE_ONNX_IMPORT("NonZero", 9, NonZero);
PADDLE_ONNX_IMPORT("OneHot", 9, OneHot);

}  // namespace
}  // namespace paddle::onnx
