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

// The sizes of images in either order of axes, and where an element stands.
struct ImageOrder {
  ImageOrder(const Dims& dims, bool last)
      : channels(dims[last ? 3 : 1]),
        height(dims[last ? 1 : 2]),
        width(dims[last ? 2 : 3]),
        last(last) {}
  // The plane is that of a channel of an image.
  int64_t At(int64_t plane, int64_t y, int64_t x) const {
    if (!last) return (plane * height + y) * width + x;
    const int64_t n = plane / channels, c = plane % channels;
    return ((n * height + y) * width + x) * channels + c;
  }
  int64_t channels, height, width;
  bool last;
};

// Returns the padding at both ends of an axis.
Pair EndsOf(const OpValues& v, int axis, int64_t in, int64_t out) {
  if (v.Attr<bool>("global_pooling")) return {0, 0};
  if (v.Attr<std::string>("padding_algorithm") == "SAME") {
    const int64_t end =
        (out - 1) * v.Attr<Pair>("strides")[axis] + v.Attr<Pair>("ksize")[axis];
    const int64_t all = std::max<int64_t>(end - in, 0);
    return {all / 2, all - all / 2};
  }
  const Pair paddings = v.Attr<Pair>("paddings");
  if (paddings.size() == 2) return {paddings[axis], paddings[axis]};
  return {paddings[2 * axis], paddings[2 * axis + 1]};
}

void ReferenceOf(bool is_max, bool exclusive, OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const bool last = v.Attr<std::string>("data_format") == "NHWC";
  const ImageOrder in(x.dims, last), to(out.dims, last);
  const bool global = v.Attr<bool>("global_pooling");
  const Pair size = global ? Pair{in.height, in.width} : v.Attr<Pair>("ksize");
  const Pair stride = v.Attr<Pair>("strides");
  const Pair height = EndsOf(v, 0, in.height, to.height);
  const Pair width = EndsOf(v, 1, in.width, to.width);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t ox = i % to.width, oy = i / to.width % to.height;
    const int64_t plane = i / to.width / to.height;
    double best = -std::numeric_limits<double>::infinity(), sum = 0;
    int64_t inside = 0, padded = 0;
    for (int64_t ky = 0; ky < size[0]; ++ky) {
      for (int64_t kx = 0; kx < size[1]; ++kx) {
        const int64_t y = oy * stride[0] + ky - height[0];
        const int64_t z = ox * stride[1] + kx - width[0];
        if (y < in.height + height[1] && z < in.width + width[1]) ++padded;
        if (y < 0 || y >= in.height || z < 0 || z >= in.width) continue;
        const double value = x[in.At(plane, y, z)];
        best = std::max(best, value);
        sum += value;
        ++inside;
      }
    }
    out[to.At(plane, oy, ox)] =
        is_max ? best : sum / (exclusive ? inside : padded);
  }
}

void PoolReference(OpValues& v) {
  ReferenceOf(v.Attr<std::string>("pooling_type") == "max",
              v.Attr<bool>("exclusive"), v);
}

void LargestReference(OpValues& v) { ReferenceOf(true, true, v); }

struct PoolRow {
  Dims x;
  Pair ksize = {1, 1};
  Pair strides = {1, 1};
  Pair paddings = {0, 0};
  bool ceil_mode = false;
  bool global_pooling = false;
};

OpCase Windows(const std::string& op, const PoolRow& row,
               const std::string& name) {
  return OpCase(op, name + " " + row.x.ToString())
      .Attr("ksize", row.ksize)
      .Attr("strides", row.strides)
      .Attr("paddings", row.paddings)
      .Attr("ceil_mode", row.ceil_mode)
      .Attr("global_pooling", row.global_pooling);
}

OpCase Pool(const PoolRow& row, const std::string& type) {
  return Windows("pool2d", row, type)
      .Input("X", Random(row.x).Distinct())
      .Attr("pooling_type", type);
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

TEST(Pool2d, PadsEachEnd) {
  const PoolRow kRows[] = {
      {{2, 3, 4, 6}, {2, 3}, {2, 1}, {0, 1, 2, 0}},
      {{1, 2, 7, 6}, {3, 2}, {2, 3}, {2, 0, 0, 1}, true},
      {{2, 1, 4, 40}, {2, 2}, {2, 2}, {1, 0, 0, 0}},
      {{1, 1, 4, 4}, {2, 2}, {2, 2}, {0, 1, 0, 1}, true},
  };
  for (const PoolRow& row : kRows) {
    for (const char* type : {"max", "avg"}) {
      const OpCase first = Pool(row, type)
                               .SweepAttrs({"exclusive"})
                               .Reference(PoolReference)
                               .Gradient({"X"})
                               .ScaleRows({"X"});
      first.Check();
      const Dims& x = row.x;
      first.With("X", Random({x[0], x[2], x[3], x[1]}).Distinct())
          .WithAttr("data_format", "NHWC")
          .Check();
    }
  }
  OpCase("pool2d")
      .Input("X", Values({1, 1, 1, 3}, {1, 3, 5}))
      .Attr("ksize", {1, 2})
      .Attr("paddings", {0, 0, 0, 1})
      .Attr("pooling_type", "avg")
      .Attr("exclusive", false)
      .Expect("Out", {1, 1, 1, 3}, {2, 4, 2.5})
      .Check();
}

// The last window of even size reaches further behind the image.
TEST(Pool2d, PadsToTheSameSize) {
  const PoolRow kRows[] = {
      {{2, 3, 4, 6}, {2, 3}, {1, 1}},
      {{1, 2, 7, 6}, {4, 2}, {2, 3}, {0, 0}, true},
      {{2, 1, 5, 5}, {1, 2}, {3, 2}},
      {{2, 1, 1, 3}, {5, 5}, {2, 2}},
  };
  for (const PoolRow& row : kRows) {
    for (const char* type : {"max", "avg"}) {
      Pool(row, type)
          .Attr("padding_algorithm", "SAME")
          .SweepAttrs({"exclusive"})
          .Reference(PoolReference)
          .Gradient({"X"})
          .ScaleRows({"X"})
          .Check();
    }
  }
  OpCase("pool2d")
      .Input("X", Values({1, 1, 1, 3}, {1, 3, 5}))
      .Attr("ksize", {1, 2})
      .Attr("padding_algorithm", "SAME")
      .Expect("Out", {1, 1, 1, 3}, {3, 5, 5})
      .Check();
  Pool({{1, 1, 0, 3}, {2, 2}}, "max")
      .Attr("padding_algorithm", "SAME")
      .ExpectError("SAME on images without elements");
}

TEST(Pool2d, ChannelsMayBeLast) {
  const PoolRow kRows[] = {
      {{2, 4, 6, 3}, {2, 2}, {2, 2}},
      {{2, 6, 6, 20}, {3, 3}, {2, 2}, {1, 1}},
      {{1, 7, 6, 2}, {3, 2}, {2, 3}, {2, 1}, true},
      {{2, 4, 5, 3}, {1, 1}, {1, 1}, {0, 0}, false, true},
  };
  for (const PoolRow& row : kRows) {
    for (const char* type : {"max", "avg"}) {
      Pool(row, type)
          .Attr("data_format", "NHWC")
          .SweepAttrs({"exclusive"})
          .Reference(PoolReference)
          .Gradient({"X"})
          .ScaleRows({"X"})
          .Check();
    }
  }
  Pool({{1, 4, 4, 1}, {5, 2}}, "avg")
      .Attr("data_format", "NHWC")
      .ExpectError("pool2d window reaches over 5 elements.* has 4");
}

TEST(Pool2d, TheLargestOfIntegers) {
  const PoolRow kRows[] = {
      {{2, 4, 6, 3}, {2, 2}, {2, 2}},
      {{2, 6, 6, 20}, {3, 3}, {2, 2}, {1, 1}},
      {{1, 7, 6, 2}, {3, 2}, {2, 3}, {2, 1}, true},
      {{2, 4, 5, 3}, {1, 1}, {1, 1}, {0, 0}, false, true},
  };
  for (const PoolRow& row : kRows) {
    for (const char* format : {"NHWC", "NCHW"}) {
      Windows("quantized_pool2d", row, format)
          .Input("X", Random(row.x).In(0, 12))
          .Attr("data_format", format)
          .Reference(LargestReference)
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
