#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Pair = std::vector<int64_t>;

// The part of a window that lies in an image.
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

TEST(Conv2d, Conv2d) {
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

TEST(Conv2d, Conv2dRefusesWhatDoesNotFit) {
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

}  // namespace
}  // namespace paddle::operators::testing
