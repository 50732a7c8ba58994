#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Pair = std::vector<int64_t>;

// What of a window lies where in an image.
struct Window {
  Pair stride;
  Pair padding;
  Pair dilation;

  int64_t At(int axis, int64_t out, int64_t tap) const {
    return out * stride[axis] + tap * dilation[axis] - padding[axis];
  }
};

void ConvReference(OpValues& v) {
  const Array& x = v.In("Input");
  const Array& w = v.In("Filter");
  Array& out = v.Out("Output");
  const Window at{v.Attr<Pair>("strides"), v.Attr<Pair>("paddings"),
                  v.Attr<Pair>("dilations")};
  const int64_t per_group = w.dims[0] / v.Attr<int64_t>("groups");
  int64_t i = 0;
  for (int64_t n = 0; n < out.dims[0]; ++n) {
    for (int64_t m = 0; m < out.dims[1]; ++m) {
      for (int64_t oy = 0; oy < out.dims[2]; ++oy) {
        for (int64_t ox = 0; ox < out.dims[3]; ++ox, ++i) {
          for (int64_t c = 0; c < w.dims[1]; ++c) {
            for (int64_t ky = 0; ky < w.dims[2]; ++ky) {
              for (int64_t kx = 0; kx < w.dims[3]; ++kx) {
                const int64_t y = at.At(0, oy, ky), z = at.At(1, ox, kx);
                if (y < 0 || y >= x.dims[2] || z < 0 || z >= x.dims[3]) {
                  continue;
                }
                out[i] +=
                    w(m, c, ky, kx) * x(n, m / per_group * w.dims[1] + c, y, z);
              }
            }
          }
        }
      }
    }
  }
}

struct ConvRow {
  Dims input;
  Dims filter;
  Pair strides = {1, 1};
  Pair paddings = {0, 0};
  Pair dilations = {1, 1};
  int64_t groups = 1;
};

OpCase Conv(const ConvRow& row) {
  OpCase test("conv2d", row.input.ToString() + row.filter.ToString());
  test.Input("Input", Random(row.input))
      .Input("Filter", Random(row.filter))
      .Attr("strides", row.strides)
      .Attr("paddings", row.paddings)
      .Attr("dilations", row.dilations)
      .Attr("groups", row.groups);
  return test;
}

TEST(Window, Conv2d) {
  const ConvRow kRows[] = {
      {{2, 1, 5, 5}, {3, 1, 3, 3}},
      {{2, 3, 5, 4}, {4, 3, 3, 2}, {1, 1}, {1, 1}},
      {{1, 2, 6, 7}, {2, 2, 3, 3}, {2, 3}, {1, 2}},
      {{2, 2, 7, 8}, {3, 2, 3, 2}, {1, 2}, {2, 0}, {2, 3}},
      {{2, 4, 4, 5}, {6, 2, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 2},
      {{2, 4, 5, 5}, {4, 1, 3, 3}, {2, 1}, {1, 1}, {1, 2}, 4},
      {{2, 3, 4, 4}, {5, 3, 1, 1}},
      {{1, 1, 1, 1}, {1, 1, 1, 1}},
      {{1, 1, 2, 2}, {1, 1, 1, 1}, {1, 1}, {3, 3}},
  };
  for (const ConvRow& row : kRows) {
    Conv(row)
        .Reference(ConvReference)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .Check();
  }
}

TEST(Window, Conv2dRefusesWhatDoesNotFit) {
  Conv({{2, 3, 5, 5}, {4, 2, 3, 3}})
      .ExpectError(
          "Filter \\[4, 2, 3, 3\\] of conv2d with 1 group.* channels "
          "of Input \\[2, 3, 5, 5\\]");
  Conv({{2, 4, 5, 5}, {3, 2, 3, 3}, {1, 1}, {0, 0}, {1, 1}, 2})
      .ExpectError("cannot split the 3 filters .* into 2 groups");
  Conv({{2, 1, 3, 9}, {1, 1, 5, 5}, {1, 1}, {0, 1}})
      .ExpectError(
          "conv2d window reaches over 5 elements, but the padded "
          "image has 3");
  Conv({{2, 1, 3}, {1, 1, 2, 2}}).ExpectError("\\[N, C, H, W\\]");
  Conv({{2, 1, 3, 3}, {1, 1, 2, 2}, {1, 0}}).ExpectError("strides");
  Conv({{2, 1, 3, 3}, {1, 1, 2, 2}, {1, 1, 1}})
      .ExpectError("strides of operator conv2d is .*it must have 2 elements");
  Conv({{2, 1, 3, 3}, {1, 1, 2, 2}, {1, 1}, {0, 0}, {1, 1}, 0})
      .ExpectError("groups");
}

void PoolReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const bool global = v.Attr<bool>("global_pooling");
  const bool is_max = v.Attr<std::string>("pooling_type") == "max";
  const Pair size = global ? Pair{x.dims[2], x.dims[3]} : v.Attr<Pair>("ksize");
  const Pair padding = global ? Pair{0, 0} : v.Attr<Pair>("paddings");
  const Window at{v.Attr<Pair>("strides"), padding, {1, 1}};
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t ox = i % out.dims[3], oy = i / out.dims[3] % out.dims[2];
    const int64_t plane = i / out.dims[3] / out.dims[2];
    double best = -std::numeric_limits<double>::infinity(), sum = 0;
    int64_t inside = 0, padded = 0;
    for (int64_t ky = 0; ky < size[0]; ++ky) {
      for (int64_t kx = 0; kx < size[1]; ++kx) {
        const int64_t y = at.At(0, oy, ky), z = at.At(1, ox, kx);
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

TEST(Window, Pool2d) {
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

TEST(Window, Pool2dRefusesWhatDoesNotFit) {
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
