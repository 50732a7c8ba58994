// Elements that are written by their places.
#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

using framework::Tensor;

// Returns x with the updates where they belong; of several for one place, the
// last one counts. Invalid if sizes are not known, or there are no elements.
Variable Overwritten(Node* node, const Variable& x, const Variable& index,
                     const Variable& updates) {
  const Dims dims = x.dims();
  const int last = index.dims().rank() - 1, rank = dims.rank();
  const auto depth = static_cast<int>(index.dims()[last]);
  const bool known = dims.Slice(1, rank).IsStatic() &&
                     std::count(dims.begin(), dims.end(), 0) == 0;
  if (!known) return Variable();
  // The first axes, which a place has numbers for, become one.
  Ints rows{-1}, shape(dims.begin(), dims.end());
  for (int i = depth; i < rank; ++i) rows.push_back(dims[i]);
  shape[0] = dims[0] < 0 ? -1 : dims[0];
  Variable row = At(node, index, last, 0);
  for (int i = 1; i < depth; ++i) {
    row = Add(node, ScaledBy(node, row, static_cast<double>(dims[i])),
              At(node, index, last, i));
  }
  const Variable written =
      node->Op("scatter", {{"X", node->Reshape(x, rows)},
                           {"Ids", node->Reshape(row, {-1})},
                           {"Updates", node->Reshape(updates, rows)}});
  return node->Reshape(written, shape);
}

// Overwrites, or combines, what is at the places that the indices say.
void ScatterTo(Node* node, const Variable& x, const Variable& index,
               const Variable& updates) {
  const std::string how = node->TextAttr("reduction", "none");
  if (how == "max" || how == "min" || how == "mul") {
    return node->Out(
        0, node->Op("scatter_nd_reduce",
                    {{"X", x}, {"Index", index}, {"Updates", updates}},
                    {{"reduce", how}}));
  }
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
  const Variable values = Overwritten(node, x, index, updates);
  node->Out(0, Where(node, written,
                     values.is_valid() ? values : add(zeros, updates), x));
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
  node->CountMade(column.Numel());
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

PADDLE_ONNX_IMPORT("ScatterND", 11, ScatterND);
PADDLE_ONNX_IMPORT("Scatter", 9, ScatterElements);
PADDLE_ONNX_IMPORT("ScatterElements", 11, ScatterElements);

}  // namespace
}  // namespace paddle::onnx
