#include <vector>

#include "paddle/framework/tensor/lod.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void PatchReference(OpValues& v) {
  const Array& x = v.In("X");
  const auto k = v.Attr<Numbers>("kernels"), s = v.Attr<Numbers>("strides");
  const auto p = v.Attr<Numbers>("paddings");
  const int64_t h = x.dims[2], w = x.dims[3];
  const int64_t oh = (h + p[0] + p[2] - k[0]) / s[0] + 1;
  const int64_t ow = (w + p[1] + p[3] - k[1]) / s[1] + 1;
  Array out({x.dims[0] * oh * ow, x.dims[1] * k[0] * k[1]});
  out.lod = framework::LoD::FromLengths({Numbers(x.dims[0], oh * ow)});
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t row = i / out.dims[1], column = i % out.dims[1];
    const int64_t y = row / ow % oh * s[0] - p[0] + column / k[1] % k[0];
    const int64_t z = row % ow * s[1] - p[1] + column % k[1];
    if (y < 0 || y >= h || z < 0 || z >= w) continue;
    out[i] = x(row / oh / ow, column / k[0] / k[1], y, z);
  }
  v.Out("Out") = out;
}

OpCase Im2Sequence(const Dims& x, const Numbers& kernels,
                   const Numbers& strides = {1, 1},
                   const Numbers& paddings = {0, 0, 0, 0}) {
  OpCase test("im2sequence", x.ToString());
  test.Input("X", Random(x))
      .Attr("kernels", kernels)
      .Attr("strides", strides)
      .Attr("paddings", paddings);
  return test;
}

TEST(Im2Sequence, EveryWindow) {
  const OpCase cases[] = {
      Im2Sequence({2, 3, 4, 5}, {2, 3}),
      Im2Sequence({1, 2, 5, 4}, {2, 2}, {2, 3}, {1, 0, 2, 3}),
      Im2Sequence({2, 1, 3, 3}, {1, 1}, {2, 2}, {0, 4, 3, 0}),
      Im2Sequence({1, 1, 2, 2}, {4, 4}, {1, 1}, {1, 1, 1, 1}),
  };
  for (OpCase test : cases) {
    test.Reference(PatchReference).Gradient({"X"}).ScaleRows({"X"}).Check();
  }
}

TEST(Im2Sequence, RefusesWhatDoesNotFit) {
  Im2Sequence({1, 1, 2, 2}, {3, 1})
      .ExpectError("im2sequence window reaches over 3 .* padded image has 2");
  Im2Sequence({1, 1, 2, 2}, {1, 1}, {1, 1}, {0, 0})
      .ExpectError(
          "paddings of operator im2sequence .*it must have 4 elements");
  Im2Sequence({2, 2}, {1, 1}).ExpectError("\\[N, C, H, W\\], not \\[2, 2\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
