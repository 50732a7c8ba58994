#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

OpCase Unpool(const Dims& x, const std::vector<double>& indices,
              const Numbers& output_size = {}) {
  OpCase test("unpool", x.ToString());
  test.Input("X", Random(x))
      .Input("Indices", Values(x, indices).As(framework::DataType::kInt64))
      .Attr("ksize", {2, 3})
      .Attr("strides", {2, 2})
      .Attr("paddings", {0, 1})
      .Attr("output_size", output_size);
  return test;
}

void UnpoolReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& indices = v.In("Indices");
  Array& out = v.Out("Out");
  const int64_t places = x.dims[2] * x.dims[3];
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t size = out.dims[2] * out.dims[3];
    out[i / places * size + static_cast<int64_t>(indices[i])] = x[i];
  }
}

TEST(Unpool, PutsBack) {
  // Images of 2 x 3, and of 5 x 4.
  Unpool({2, 1, 1, 2}, {5, 0, 1, 3})
      .Reference(UnpoolReference)
      .Gradient({"X"})
      .Check();
  Unpool({1, 2, 1, 2}, {5, 19, 1, 3}, {5, 4})
      .Reference(UnpoolReference)
      .Gradient({"X"})
      .Check();
  Unpool({0, 2, 1, 2}, {}).Reference(UnpoolReference).Gradient({"X"}).Check();
}

TEST(Unpool, OfSeveralTheLastCounts) {
  Unpool({1, 1, 1, 2}, {4, 4}).Reference(UnpoolReference).Check();
}

TEST(Unpool, RefusesWhatDoesNotFit) {
  Unpool({1, 1, 1, 2}, {5, 6})
      .ExpectError("index 6 at position 1 is outside of an image of 6 elem");
  Unpool({1, 1, 1, 2}, {-1, 3}).ExpectError("index -1 at position 0");
  Unpool({1, 1, 0, 2}, {}).ExpectError("cannot enlarge the empty images");
  Unpool({1, 1, 1, 2}, {5, 6}, {3})
      .ExpectError("attribute output_size of operator unpool is \\[3\\], of 1");
  const OpCase base = OpCase("unpool")
                          .Input("X", Random({1, 1, 2, 2}))
                          .Input("Indices", Integers({1, 1, 2, 1}, 0, 2));
  base.ExpectError("Indices \\[1, 1, 2, 1\\] of unpool have the shape of X");
  base.With("Indices", Random({1, 1, 2, 2}))
      .ExpectError("Indices of unpool are int64, not float");
}

}  // namespace
}  // namespace paddle::operators::testing
