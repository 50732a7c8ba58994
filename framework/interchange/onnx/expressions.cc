#include "paddle/framework/interchange/onnx/expressions.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Tensor;

namespace {

template <typename Values>
Variable ConstantOf(Node* node, const Dims& dims, const Values& values,
                    DataType type) {
  node->CountMade(dims.Numel());
  Tensor typed(dims, type);
  framework::VisitDataType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* target = typed.mutable_data<T>();
    for (const auto value : values) *target++ = static_cast<T>(value);
  });
  return node->Constant(typed);
}

}  // namespace

Variable Add(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("elementwise_add", x, y);
}
Variable Sub(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("elementwise_sub", x, y);
}
Variable Mul(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("elementwise_mul", x, y);
}
Variable Div(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("elementwise_div", x, y);
}
Variable MatMul(Node* node, const Variable& x, const Variable& y) {
  return node->Op2("matmul", x, y);
}

Variable ScaledBy(Node* node, const Variable& x, double scale, double bias) {
  if (scale == 1 && bias == 0) return x;
  return node->Op("scale", x, {{"scale", scale}, {"bias", bias}});
}

Variable Where(Node* node, const Variable& condition, const Variable& x,
               const Variable& y) {
  return node->Op("where", {{"Condition", condition}, {"X", x}, {"Y", y}});
}

Variable Turned(Node* node, const Variable& x, const Ints& order) {
  if (std::is_sorted(order.begin(), order.end())) return x;
  return node->Op("transpose", x, {{"axis", order}});
}

Variable SwapAxes(Node* node, const Variable& x, int a, int b) {
  const int rank = x.dims().rank();
  PADDLE_ENFORCE(a < rank && b < rank, InvalidArgument, "axes ", a, " and ", b,
                 " of ", x.ToString());
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[a], order[b]);
  return Turned(node, x, order);
}

Variable Unsqueezed(Node* node, const Variable& x, const Ints& axes) {
  return axes.empty() ? x : node->Op("unsqueeze", x, {{"axes", axes}});
}

Variable Squeezed(Node* node, const Variable& x, const Ints& axes) {
  return axes.empty() ? x : node->Op("squeeze", x, {{"axes", axes}});
}

Variable Part(Node* node, const Variable& x, int axis, int64_t begin,
              int64_t end) {
  return node->Op(
      "slice", {{"Input", x}},
      {{"axes", Ints{axis}}, {"starts", Ints{begin}}, {"ends", Ints{end}}});
}

Variable At(Node* node, const Variable& x, int axis, int64_t index) {
  return node->Op("slice", {{"Input", x}},
                  {{"axes", Ints{axis}},
                   {"starts", Ints{index}},
                   {"ends", Ints{index == -1 ? kToTheEnd : index + 1}},
                   {"decrease_axis", Ints{axis}}});
}

std::vector<Variable> Parts(Node* node, const Variable& x, int axis,
                            const Ints& sizes) {
  layer::OpOptions options;
  options.counts = {{"Out", static_cast<int>(sizes.size())}};
  return node
      ->Append("split", {{"X", x}},
               {{"sections", sizes}, {"axis", int64_t{axis}}}, options)
      .List("Out");
}

Variable Joined(Node* node, const std::vector<Variable>& parts, int axis) {
  if (parts.size() == 1) return parts[0];
  return node->Op("concat", {{"X", parts}}, {{"axis", int64_t{axis}}});
}

Variable RepeatedEach(Node* node, const Variable& x, int axis, int64_t times) {
  if (times == 1) return x;
  const Dims dims = x.dims();
  const int64_t size = KnownSize(x, axis);
  PADDLE_ONNX_REFUSE(times > kMostMade || size > kMostMade, size, " elements, ",
                     times, " times each");
  Ints repeats(dims.rank() + 1, 1), shape(axis, 0);
  repeats[axis + 1] = times;
  shape.push_back(size * times);
  for (int i = axis + 1; i < dims.rank(); ++i) {
    shape.push_back(dims[i] < 0 ? -1 : dims[i]);
  }
  return node->Reshape(node->Op("expand", Unsqueezed(node, x, {axis + 1}),
                                {{"expand_times", repeats}}),
                       shape);
}

Variable SumAlong(Node* node, const Variable& x, const Ints& axes, bool keep) {
  return axes.empty()
             ? x
             : node->Op("reduce_sum", x, {{"dim", axes}, {"keep_dim", keep}});
}

Variable Numbers(Node* node, const Dims& dims,
                 const std::vector<double>& values, DataType type) {
  return ConstantOf(node, dims, values, type);
}

Variable Integers(Node* node, const Dims& dims, const Ints& values,
                  DataType type) {
  return ConstantOf(node, dims, values, type);
}

Variable PlacesAlong(Node* node, const Variable& x, int axis) {
  const int64_t size = x.dims().at(axis);
  if (size >= 0 && size <= kMostMade) {
    Ints places(size);
    std::iota(places.begin(), places.end(), 0);
    return Integers(node, {size}, places);
  }
  const Variable ones =
      node->Op("fill_constant_batch_size_like", {{"Input", x}},
               {{"shape", Ints{1}},
                {"input_dim_idx", int64_t{axis}},
                {"output_dim_idx", int64_t{0}},
                {"dtype", std::string("int64")},
                {"value", 1.0}});
  return node->Op("cumsum", ones, {{"axis", int64_t{0}}, {"exclusive", true}});
}

Variable PlacesBelow(Node* node, const Variable& n) {
  const Variable end = node->Reshape(node->Cast(n, DataType::kInt64), {1});
  return node->Op("range", {{"Start", Integers(node, {1}, Ints{0})},
                            {"End", end},
                            {"Step", Integers(node, {1}, Ints{1})}});
}

Variable SizeAlong(Node* node, const Variable& x, int axis, DataType type) {
  const int64_t size = x.dims().at(axis);
  if (size >= 0) return node->Number(static_cast<double>(size), type);
  return node->Cast(At(node, node->Op("shape", {{"Input", x}}), 0, axis), type);
}

int64_t KnownSize(const Variable& x, int axis) {
  const int64_t size = x.dims().at(axis);
  PADDLE_ONNX_REFUSE(size < 0, "the size of axis ", axis, " of ", x.ToString(),
                     ", which is known only when the program runs");
  return size;
}

}  // namespace paddle::onnx
