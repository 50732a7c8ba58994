#include "paddle/framework/interchange/onnx/blocks_at_run_time.h"

#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/windows.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

constexpr DataType kInt = DataType::kInt64;

// Integers of a run, [], for each axis of the image.
using Integral = std::vector<Variable>;

Variable Product(Node* node, const Integral& numbers) {
  Variable product = numbers[0];
  for (size_t i = 1; i < numbers.size(); ++i) {
    product = Mul(node, product, numbers[i]);
  }
  return product;
}

Integral SizesOf(Node* node, int input, int axes) {
  const Variable sizes =
      CheckedAtRunTime(node, IntVectorIn(node, input, axes), 1, kMostMade,
                       "a size, " + InputText(*node, input) + ",");
  Integral each;
  for (int i = 0; i < axes; ++i) each.push_back(At(node, sizes, 0, i));
  return each;
}

// Returns 0, step, 2 step, ..., of `count` integers.
Variable Steps(Node* node, const Variable& count, int64_t step) {
  return ScaledBy(node, PlacesBelow(node, count), static_cast<double>(step));
}

// The image with its padding, and the windows on it.
struct Plane {
  Windows windows;  // but for the sizes of their kernel
  Integral sizes, kernel, counts;
};

Plane PlaneOf(Node* node, int axes) {
  Plane plane;
  plane.windows = WindowsOf(node, Dims(Ints(axes + 2, 1)), Ints(axes, 1));
  plane.sizes = SizesOf(node, 1, axes);
  plane.kernel = SizesOf(node, 2, axes);
  for (int i = 0; i < axes; ++i) {
    const Windows& windows = plane.windows;
    const int64_t padding = windows.before[i] + windows.after[i];
    plane.sizes[i] =
        ScaledBy(node, plane.sizes[i], 1, static_cast<double>(padding));
    const auto dilation = static_cast<double>(windows.dilations[i]);
    const Variable reach =
        ScaledBy(node, plane.kernel[i], dilation, 1 - dilation);
    const Variable last =
        node->Op2("elementwise_floordiv", Sub(node, plane.sizes[i], reach),
                  node->Number(static_cast<double>(windows.strides[i]), kInt));
    plane.counts.push_back(CheckedAtRunTime(
        node, ScaledBy(node, last, 1, 1), 1, kMostMade,
        "the number of windows along axis " + std::to_string(i) +
            " of an image of " + InputText(*node, 1) + " elements"));
  }
  return plane;
}

// Returns where each element of the windows lies on the plane: first of all
// windows the first element, [elements * windows].
Variable PlacesOn(Node* node, const Plane& plane) {
  const int axes = plane.windows.axes();
  Variable places;
  Variable inner;
  for (int i = axes - 1; i >= 0; --i) {
    // [elements, windows] along the axis, and 1 for each of the others.
    Variable along =
        Add(node,
            Unsqueezed(node,
                       Steps(node, plane.kernel[i], plane.windows.dilations[i]),
                       {1}),
            Steps(node, plane.counts[i], plane.windows.strides[i]));
    Ints ones(axes - 1);
    std::iota(ones.begin(), ones.end(), 1);
    for (int k = 0; k < axes - 1 - i; ++k) ones.push_back(axes + 1 + k);
    along = Unsqueezed(node, along, ones);
    if (inner.is_valid()) along = Mul(node, along, inner);
    places = places.is_valid() ? Add(node, places, along) : along;
    inner =
        inner.is_valid() ? Mul(node, inner, plane.sizes[i]) : plane.sizes[i];
  }
  return node->Reshape(places, {-1});
}

// Returns the integers as one vector.
Variable Vector(Node* node, const Integral& numbers) {
  std::vector<Variable> parts;
  for (const Variable& number : numbers) {
    parts.push_back(node->Reshape(number, {1}));
  }
  return Joined(node, parts, 0);
}

// Returns how many axes the image has.
int AxesOf(Node* node) {
  for (const int input : {1, 2}) {
    const Dims dims = node->DimsIn(input);
    if (dims.IsStatic()) return static_cast<int>(dims.Numel());
  }
  return static_cast<int>(RunTimeIntsIn(node, 1).count);
}

}  // namespace

void Col2ImAtRunTime(Node* node) {
  const Variable x = node->In(0);
  const int axes = AxesOf(node);
  PADDLE_ENFORCE(x.dims().rank() == 3, InvalidArgument, "columns ",
                 x.ToString(), " are no [N, C * size of a window, windows]");
  PADDLE_ONNX_REFUSE(axes < 1 || axes > 3, "images of ", axes, " axes");
  const Plane plane = PlaneOf(node, axes);
  const Variable index = PlacesOn(node, plane);
  const Variable more = CheckedAtRunTime(
      node, Sub(node, Product(node, plane.counts), SizeAlong(node, x, 2, kInt)),
      0, 0,
      "how many windows more there are on an image of " + InputText(*node, 1) +
          " elements than columns of X");
  // [elements * windows, C, N]
  const Variable elements = Add(node, SizeAlong(node, index, 0, kInt), more);
  const Variable columns = Vector(
      node, {SizeAlong(node, x, 0, kInt), node->Number(-1, kInt), elements});
  const Variable rows = SwapAxes(
      node, ReshapedAtRunTime(node, x, {columns, 3}, /*zero_keeps=*/true), 0,
      2);
  const Variable one = node->Number(1, kInt);
  const Variable empty = BroadcastAtRunTime(
      node, node->Op("fill_zeros_like", Part(node, rows, 0, 0, 1)),
      {Vector(node, {Product(node, plane.sizes), one, one}), 3});
  const Variable sums =
      node->Op("scatter_nd_add", {{"X", empty},
                                  {"Index", Unsqueezed(node, index, {1})},
                                  {"Updates", rows}});
  const Variable zero = node->Number(0, kInt);
  Integral shape{zero, zero};
  shape.insert(shape.end(), plane.sizes.begin(), plane.sizes.end());
  const Variable whole = ReshapedAtRunTime(node, SwapAxes(node, sums, 0, 2),
                                           {Vector(node, shape), axes + 2},
                                           /*zero_keeps=*/true);
  Ints all(axes), ends;
  std::iota(all.begin(), all.end(), 2);
  for (const int64_t after : plane.windows.after) {
    ends.push_back(after == 0 ? kToTheEnd : -after);
  }
  node->Out(0, node->Op("slice", {{"Input", whole}},
                        {{"axes", all},
                         {"starts", plane.windows.before},
                         {"ends", ends}}));
}

}  // namespace paddle::onnx
