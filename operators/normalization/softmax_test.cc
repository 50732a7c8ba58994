#include <cmath>
#include <utility>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

Array SoftmaxOf(const Array& x, int64_t axis) {
  if (axis < 0) axis += x.dims.rank();
  int64_t inner = 1;
  for (int i = axis + 1; i < x.dims.rank(); ++i) inner *= x.dims[i];
  const int64_t size = x.dims[axis];
  Array out(x.dims);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t first = i / (inner * size) * inner * size + i % inner;
    double sum = 0;
    for (int64_t j = 0; j < size; ++j) {
      sum += std::exp(x[first + j * inner] - x[i]);
    }
    out[i] = 1 / sum;
  }
  return out;
}

void SoftmaxReference(OpValues& v) {
  v.Out("Out") = SoftmaxOf(v.In("X"), v.Attr<int64_t>("axis"));
  v.Out("Out").lod = v.In("X").lod;
}

TEST(Softmax, AlongAnyAxis) {
  const std::pair<Dims, int64_t> kCases[] = {
      {{4, 3}, -1},    {{4, 3}, 0},        {{2, 300}, -1}, {{5}, 0},
      {{2, 3, 70}, 1}, {{2, 3, 4, 5}, -2}, {{3, 1}, 1},    {{2, 3, 0}, 1}};
  for (const auto& [dims, axis] : kCases) {
    OpCase("softmax", dims.ToString())
        .Input("X", Random(dims).In(-3, 3))
        .Attr("axis", axis)
        .Reference(SoftmaxReference)
        .Gradient({"X"})
        .Check();
  }
  OpCase("softmax", "rows")
      .Input("X", Random({4, 10}))
      .Reference(SoftmaxReference)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Softmax, DoesNotOverflow) {
  OpCase("softmax", "large")
      .Input("X", Values({2, 3}, {1000, 1001, 999, -1000, -1e30, -1000}))
      .Reference(SoftmaxReference)
      .Check();
}

TEST(Softmax, RefusesAnAxisThatIsNotThere) {
  OpCase("softmax")
      .Input("X", Random({2, 3}))
      .Attr("axis", 2)
      .ExpectError("axis 2");
}

}  // namespace
}  // namespace paddle::operators::testing
