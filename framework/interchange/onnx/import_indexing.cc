// Elements and rows by their places.
#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

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
  const framework::Tensor* constant = node->ConstantIn(1);
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

// Puts in front of each place its own numbers along the first axes.
Variable WithBatch(Node* node, const Variable& x, const Variable& places,
                   int batch) {
  const int last = places.dims().rank() - 1;
  PADDLE_ENFORCE(batch > 0 && batch <= last, InvalidArgument, "batch_dims ",
                 batch, " of places ", places.ToString());
  const Variable index = node->Cast(places, DataType::kInt64);
  const Variable zeros =
      node->Op("fill_zeros_like", Part(node, index, last, 0, 1));
  std::vector<Variable> columns;
  for (int axis = 0; axis < batch; ++axis) {
    Variable own = PlacesAlong(node, x, axis);
    for (int i = axis; i < last; ++i) {
      own = Unsqueezed(node, own, {own.dims().rank()});
    }
    columns.push_back(Add(node, zeros, own));
  }
  columns.push_back(index);
  return Joined(node, columns, last);
}

void GatherND(Node* node) {
  const Variable x = node->In(0);
  const int64_t given = node->IntAttr("batch_dims", 0);
  PADDLE_ENFORCE(given >= 0 && given < x.dims().rank(), OutOfRange,
                 "batch_dims ", given, " of ", x.ToString());
  const int batch = static_cast<int>(given);
  Variable places = PlacesIn(node, x, batch);
  if (batch > 0) places = WithBatch(node, x, places, batch);
  node->Out(0, node->Op("gather_nd", {{"X", x}, {"Index", places}}));
}

// Without an axis, of all elements.
void Unique(Node* node) {
  const char* const kSlots[] = {"Out", "Indices", "Inverse", "Counts"};
  PADDLE_ENFORCE(node->num_outputs() <= static_cast<int>(std::size(kSlots)),
                 InvalidArgument, "there are ", node->num_outputs(),
                 " outputs, and not at most ", std::size(kSlots));
  Variable x = node->In(0);
  const bool flat = !node->HasAttr("axis");
  if (flat) x = node->Reshape(x, {-1});
  const auto found =
      node->Append("unique", {{"X", x}},
                   {{"axis", flat ? int64_t{0} : node->IntAttr("axis", 0)},
                    {"sorted", node->IntAttr("sorted", 1) != 0}});
  for (int i = 0; i < node->num_outputs(); ++i) node->Out(i, found[kSlots[i]]);
}

PADDLE_ONNX_IMPORT("Unique", 11, Unique);
PADDLE_ONNX_IMPORT("Gather", 1, Gather);
PADDLE_ONNX_IMPORT("GatherElements", 11, GatherElements);
PADDLE_ONNX_IMPORT("GatherND", 11, GatherND);

}  // namespace
}  // namespace paddle::onnx
