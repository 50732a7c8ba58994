// Softmax and what is made of it.
#include <algorithm>
#include <numeric>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns the shape that restores axes behind `axis`.
Ints ShapeFrom(const Dims& dims, int axis) {
  Ints shape(axis, 0);
  int open = 0;
  for (int i = axis; i < dims.rank(); ++i) {
    shape.push_back(dims[i] < 0 ? -1 : dims[i]);
    open += dims[i] < 0;
  }
  PADDLE_ONNX_REFUSE(open > 1,
                     "sizes that are known only when the program "
                     "runs");
  return shape;
}

// Before version 13 all axes from `axis` on are one.
void Softmax(Node* node, const char* type) {
  const Variable x = node->In(0);
  const int rank = x.dims().rank();
  const bool flattens = node->opset() < 13;
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", flattens ? 1 : -1), rank);
  if (!flattens || axis == rank - 1) {
    node->Out(0, node->Op(type, x, {{"axis", int64_t{axis}}}));
    return;
  }
  const Dims dims = x.dims();
  if (std::count(dims.begin(), dims.end(), 0) > 0) return node->OutSame(0, 0);
  Ints rows(axis, 0);
  rows.push_back(-1);
  const Variable out =
      node->Op(type, node->Reshape(x, rows), {{"axis", int64_t{-1}}});
  node->Out(0, node->Reshape(out, ShapeFrom(dims, axis)));
}

// 1 where the first of the largest elements is, else 0.
void Hardmax(Node* node) {
  const Variable x = node->In(0);
  const int rank = x.dims().rank();
  const bool flattens = node->opset() < 13;
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", flattens ? 1 : -1), rank);
  const Variable last = node->Cast(
      node->Op("argmax", x, {{"axis", int64_t{axis}}, {"keep_dim", true}}),
      DataType::kInt64);
  PADDLE_ONNX_REFUSE(flattens && axis != rank - 1,
                     "axes that are one, as before version 13");
  const int64_t size = x.dims()[axis];
  PADDLE_ONNX_REFUSE(size < 0,
                     "an axis whose size is known only when the "
                     "program runs");
  PADDLE_ONNX_REFUSE(size > kMostMade, "an axis of ", size, " elements");
  Ints numbers(size), shape(rank, 1);
  std::iota(numbers.begin(), numbers.end(), 0);
  shape[axis] = size;
  const Variable places = node->Reshape(node->Constant(numbers), shape);
  node->Out(0, node->Cast(node->Op2("equal", places, last), x.dtype()));
}

void PlainSoftmax(Node* node) { Softmax(node, "softmax"); }
void LogSoftmax(Node* node) { Softmax(node, "log_softmax"); }

PADDLE_ONNX_IMPORT("Hardmax", 1, Hardmax);
PADDLE_ONNX_IMPORT("Softmax", 1, PlainSoftmax);
PADDLE_ONNX_IMPORT("LogSoftmax", 1, LogSoftmax);

}  // namespace
}  // namespace paddle::onnx
