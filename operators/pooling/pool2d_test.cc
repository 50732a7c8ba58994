#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Pair = std::vector<int64_t>;

void PoolReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const bool global = v.Attr<bool>("global_pooling");
  const bool is_max = v.Attr<std::string>("pooling_type") == "max";
  const Pair size = global ? Pair{x.dims[2], x.dims[3]} : v.Attr<Pair>("ksize");
  const Pair padding = global ? Pair{0, 0} : v.Attr<Pair>("paddings");
  const Pair stride = v.Attr<Pair>("strides");
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t ox = i % out.dims[3], oy = i / out.dims[3] % out.dims[2];
    const int64_t plane = i / out.dims[3] / out.dims[2];
    double best = -std::numeric_limits<double>::infinity(), sum = 0;
    int64_t inside = 0, padded = 0;
    for (int64_t ky = 0; ky < size[0]; ++ky) {
      for (int64_t kx = 0; kx < size[1]; ++kx) {
        const int64_t y = oy * stride[0] + ky - padding[0];
        const int64_t z = ox * stride[1] + kx - padding[1];
        if (y < x.dims[2] + padding[0] && z < x.dims[3] + padding[1]) ++padded;
        if (y < 0 || y >= x.dims[2] || z < 0 || z >= x.dims[3]) continue;
        const double value = x[(plane * x.dims[2] + y) * x.dims[3] + z];
        best = std::max(best, value);
        sum += value;
        ++inside;
      }
    }
    out[i] =
        is_max ? best : sum / (v.Attr<bool>("exclusive") ? inside : padded);
  }
}

struct PoolRow {
  Dims x;
  Pair ksize = {1, 1};
  Pair strides = {1, 1};
  Pair paddings = {0, 0};
  bool ceil_mode = false;
  bool global_pooling = false;
};

OpCase Pool(const PoolRow& row, const std::string& type) {
  OpCase test("pool2d", type + " " + row.x.ToString());
  test.Input("X", Random(row.x).Distinct())
      .Attr("pooling_type", type)
      .Attr("ksize", row.ksize)
      .Attr("strides", row.strides)
      .Attr("paddings", row.paddings)
      .Attr("ceil_mode", row.ceil_mode)
      .Attr("global_pooling", row.global_pooling);
  return test;
}

TEST(Pool2d, Pool2d) {
  const PoolRow kRows[] = {
      {{2, 3, 4, 6}, {2, 2}, {2, 2}},
      {{2, 1, 5, 7}, {2, 2}, {2, 2}},
      {{2, 1, 5, 7}, {2, 2}, {2, 2}, {0, 0}, true},
      {{1, 2, 6, 6}, {3, 3}, {2, 2}, {1, 1}},
      {{1, 2, 7, 6}, {3, 2}, {2, 3}, {2, 1}, true},
      {{2, 1, 5, 40}, {2, 3}, {1, 1}},
      {{1, 1, 7, 7}, {2, 2}, {3, 3}, {1, 1}, true},
      {{1, 1, 4, 4}, {1, 1}, {3, 3}, {0, 0}, true},
      {{2, 3, 4, 5}, {1, 1}, {1, 1}, {0, 0}, false, true},
      {{1, 1, 3, 3}, {3, 3}, {1, 1}, {2, 2}},
  };
  for (const PoolRow& row : kRows) {
    for (const char* type : {"max", "avg"}) {
      Pool(row, type)
          .SweepAttrs({"exclusive"})
          .Reference(PoolReference)
          .Gradient({"X"})
          .ScaleRows({"X"})
          .Check();
    }
  }
}

TEST(Pool2d, Pool2dRefusesWhatDoesNotFit) {
  Pool({{1, 1, 4, 4}, {2, 2}, {1, 1}, {2, 1}}, "max")
      .ExpectError("padding of 2 leaves pool2d windows of 2 without any");
  Pool({{1, 1, 4, 4}, {5, 2}}, "avg")
      .ExpectError("pool2d window reaches over 5 elements.* has 4");
  Pool({{4, 4}, {2, 2}}, "avg").ExpectError("\\[N, C, H, W\\], not \\[4, 4\\]");
  Pool({{1, 1, 0, 4}, {1, 1}, {1, 1}, {0, 0}, false, true}, "max")
      .ExpectError("empty images");
  Pool({{1, 1, 4, 4}, {2, 2}}, "median").ExpectError("pooling_type");
}

}  // namespace
}  // namespace paddle::operators::testing
