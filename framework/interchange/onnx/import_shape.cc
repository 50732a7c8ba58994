// Other shapes and orders of the same elements.
#include <algorithm>
#include <numeric>

#include "paddle/framework/interchange/onnx/broadcast.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/size_array.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns a shape for operator reshape: 0 keeps a size, -1 is what is left.
// Several -1 are sizes that are known only when the program runs.
Ints ShapeAttr(const Dims& x, const SizeArray& target, bool zero_keeps) {
  Ints shape;
  for (size_t i = 0; i < target.elements.size(); ++i) {
    const Element& element = target.elements[i];
    const int axis = static_cast<int>(i);
    const bool same = axis < x.rank() && element == Element::OfSize(x[axis]);
    const bool zero = !element.is_symbol() && element.number() == 0;
    if (same || (zero && zero_keeps)) {
      shape.push_back(0);
    } else if (element.is_symbol() || zero) {
      shape.push_back(-1);
    } else {
      shape.push_back(element.number());
    }
  }
  return shape;
}

// A -1 is what is left; a size that is not known may be beside it.
void CheckOpenSizes(const SizeArray& target) {
  const auto open =
      std::count(target.elements.begin(), target.elements.end(), Element(-1));
  PADDLE_ENFORCE(open <= 1, InvalidArgument, "a shape with ", open,
                 " sizes of -1, of which there may be one");
}

void Reshape(Node* node) {
  const Variable x = node->In(0);
  if (node->opset() < 5) {
    return node->Out(0, node->Reshape(x, node->RequiredInts("shape")));
  }
  const bool zero_keeps = node->IntAttr("allowzero", 0) == 0;
  if (!IsRunTime(node, 1)) {
    const SizeArray target = ShapeIn(node, 1);
    CheckOpenSizes(target);
    const Ints shape = ShapeAttr(x.dims(), target, zero_keeps);
    if (std::count(shape.begin(), shape.end(), -1) <= 1) {
      return node->Out(0, node->Reshape(x, shape));
    }
  }
  node->Out(0, ReshapedAtRunTime(node, x, RunTimeIntsIn(node, 1), zero_keeps));
}

// Returns the product of sizes; -1 if it is no number.
int64_t Product(const Dims& dims) {
  return dims.IsStatic() ? dims.Numel() : -1;
}

void Flatten(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = x.dims();
  int64_t axis = node->IntAttr("axis", 1);
  if (axis < 0) axis += dims.rank();
  PADDLE_ENFORCE(axis >= 0 && axis <= dims.rank(), OutOfRange, "axis ", axis,
                 " of ", x.ToString());
  const int at = static_cast<int>(axis);
  const int64_t rows = Product(dims.Slice(0, at));
  const int64_t columns = Product(dims.Slice(at, dims.rank()));
  // A 0 would keep a size, and -1 is what is left, 0 too.
  const auto size = [](int64_t product) { return product == 0 ? -1 : product; };
  // The batch stays what it is.
  if (at == 1) return node->Out(0, node->Reshape(x, {0, size(columns)}));
  PADDLE_ONNX_REFUSE(rows <= 0 && columns <= 0, "the sizes of ", x.ToString());
  node->Out(0, node->Reshape(x, {size(rows), size(columns)}));
}

void Transpose(Node* node) {
  const Variable x = node->In(0);
  Ints reversed(x.dims().rank());
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const Ints order = node->IntsAttr("perm", reversed);
  if (order.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("transpose", x, {{"axis", order}}));
}

// Returns axes that may be taken away, as an example for those of a run.
Ints AnyOfSizeOne(const Dims& dims, int64_t count) {
  Ints axes;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    const bool one = dims[axis] == 1 || dims[axis] < 0;
    if (one && axes.size() < static_cast<size_t>(count)) axes.push_back(axis);
  }
  PADDLE_ENFORCE(axes.size() == static_cast<size_t>(count), InvalidArgument,
                 dims.ToString(), " has no ", count, " axes of size 1");
  return axes;
}

void Squeeze(Node* node) {
  const Variable x = node->In(0);
  if (node->opset() >= 13 && IsRunTime(node, 1)) {
    const RunTimeInts axes = RunTimeIntsIn(node, 1);
    return node->Out(
        0, node->Op("squeeze", {{"X", x}, {"AxesTensor", axes.values}},
                    {{"axes", AnyOfSizeOne(x.dims(), axes.count)}}));
  }
  Ints axes = node->IntsOf("axes", 1, 13).value_or(Ints{});
  PADDLE_ONNX_REFUSE(axes.empty() && !x.dims().IsStatic(),
                     "axes that are left out, over ", x.ToString(),
                     ", of which a size is known only when the program runs");
  for (int i = 0; axes.empty() && i < x.dims().rank(); ++i) {
    if (x.dims()[i] == 1) axes.push_back(i);
  }
  if (axes.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("squeeze", x, {{"axes", axes}}));
}

void Unsqueeze(Node* node) {
  const Variable x = node->In(0);
  if (node->opset() >= 13 && IsRunTime(node, 1)) {
    const RunTimeInts axes = RunTimeIntsIn(node, 1);
    Ints example(axes.count);
    std::iota(example.begin(), example.end(), 0);
    return node->Out(
        0, node->Op("unsqueeze", {{"X", x}, {"AxesTensor", axes.values}},
                    {{"axes", example}}));
  }
  const auto axes = node->IntsOf("axes", 1, 13);
  PADDLE_ENFORCE(axes.has_value(), InvalidArgument, "axes are left out");
  if (axes->empty()) return node->OutSame(0, 0);
  // Negative axes count from the end of the result.
  Ints places;
  const int rank = x.dims().rank() + static_cast<int>(axes->size());
  for (int64_t axis : *axes) {
    places.push_back(framework::NormalizeAxis(axis, rank));
  }
  std::sort(places.begin(), places.end());
  node->Out(0, node->Op("unsqueeze", x, {{"axes", places}}));
}

void Expand(Node* node) {
  const Variable x = node->In(0);
  node->Out(0, IsRunTime(node, 1)
                   ? BroadcastAtRunTime(node, x, RunTimeIntsIn(node, 1))
                   : BroadcastTo(node, x, ShapeIn(node, 1)));
}

void Tile(Node* node) {
  PADDLE_ONNX_REFUSE(node->opset() < 6, "version 1 of the operator");
  if (IsPartlyRunTime(node, 1)) {
    const Variable x = node->In(0);
    const int64_t rank = x.dims().rank();
    return node->Out(
        0,
        node->Op("expand",
                 {{"X", x}, {"ExpandTimesTensor", IntVectorIn(node, 1, rank)}},
                 {{"expand_times", Ints(rank, 1)}}));
  }
  const Ints repeats = node->IntsIn(1);
  if (repeats.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("expand", node->In(0), {{"expand_times", repeats}}));
}

void Shape(Node* node) {
  const Variable x = node->In(0);
  const int64_t rank = x.dims().rank();
  const Variable whole =
      node->Cast(node->Op("shape", {{"Input", x}}), DataType::kInt64);
  const int64_t begin = node->IntAttr("start", 0);
  const int64_t end = node->IntAttr("end", rank);
  if (begin == 0 && end >= rank) return node->Out(0, whole);
  node->Out(0, node->Op("slice", {{"Input", whole}},
                        {{"axes", Ints{0}},
                         {"starts", Ints{begin}},
                         {"ends", Ints{end}}}));
}

void Size(Node* node) {
  const Variable shape =
      node->Cast(node->Op("shape", {{"Input", node->In(0)}}), DataType::kInt64);
  node->Out(0, node->Op("reduce_prod", shape, {{"reduce_all", true}}));
}

PADDLE_ONNX_IMPORT("Reshape", 1, Reshape);
PADDLE_ONNX_IMPORT("Flatten", 1, Flatten);
PADDLE_ONNX_IMPORT("Transpose", 1, Transpose);
PADDLE_ONNX_IMPORT("Squeeze", 1, Squeeze);
PADDLE_ONNX_IMPORT("Unsqueeze", 1, Unsqueeze);
PADDLE_ONNX_IMPORT("Expand", 8, Expand);
PADDLE_ONNX_IMPORT("Tile", 1, Tile);
PADDLE_ONNX_IMPORT("Shape", 1, Shape);
PADDLE_ONNX_IMPORT("Size", 1, Size);

}  // namespace
}  // namespace paddle::onnx
