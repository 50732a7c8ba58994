#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

// One window along one axis: the elements inside the image, and how many there
// are with the padding.
struct Span {
  int64_t begin;
  int64_t end;
  int64_t padded;
};

// Returns the padding before and after an axis of an image.
std::pair<int64_t, int64_t> EndsOf(const OpValues& v, int axis, int64_t size,
                                   int64_t count) {
  const auto ksize = v.Attr<Numbers>("ksize");
  if (v.Attr<std::string>("padding_algorithm") == "SAME") {
    const int64_t end =
        (count - 1) * v.Attr<Numbers>("strides")[axis] + ksize[axis];
    const int64_t all = std::max<int64_t>(end - size, 0);
    return {all / 2, all - all / 2};
  }
  const auto paddings = v.Attr<Numbers>("paddings");
  if (paddings.size() == ksize.size()) return {paddings[axis], paddings[axis]};
  return {paddings[2 * axis], paddings[2 * axis + 1]};
}

Span SpanOf(const OpValues& v, const Dims& x, const Dims& out, int axis,
            int64_t o) {
  const int64_t size = x[2 + axis];
  if (v.Attr<bool>("global_pooling")) return {0, size, size};
  if (v.Attr<bool>("adaptive")) {
    const int64_t count = out[2 + axis];
    const int64_t begin = o * size / count;
    const int64_t end = ((o + 1) * size + count - 1) / count;
    return {begin, end, end - begin};
  }
  const auto [before, after] = EndsOf(v, axis, size, out[2 + axis]);
  const int64_t start = o * v.Attr<Numbers>("strides")[axis] - before;
  const int64_t end = start + v.Attr<Numbers>("ksize")[axis];
  return {std::max<int64_t>(start, 0), std::min(end, size),
          std::min(end, size + after) - start};
}

struct Pooled {
  double largest = -std::numeric_limits<double>::infinity();
  int64_t first = 0;
  double sum = 0;
  int64_t inside = 0;
  int64_t padded = 1;
};

// Returns what element i of out sees; images of two axes have a depth of 1.
Pooled PoolOf(const OpValues& v, const Array& x, const Dims& out, int64_t i) {
  const int axes = out.rank() - 2;
  Span spans[3] = {{0, 1, 1}, {0, 1, 1}, {0, 1, 1}};
  int64_t sizes[3] = {1, 1, 1};
  Pooled pooled;
  for (int axis = axes - 1; axis >= 0; --axis) {
    spans[3 - axes + axis] = SpanOf(v, x.dims, out, axis, i % out[2 + axis]);
    sizes[3 - axes + axis] = x.dims[2 + axis];
    i /= out[2 + axis];
  }
  for (const Span& span : spans) pooled.padded *= span.padded;
  const int64_t volume = sizes[0] * sizes[1] * sizes[2];
  for (int64_t d = spans[0].begin; d < spans[0].end; ++d) {
    for (int64_t h = spans[1].begin; h < spans[1].end; ++h) {
      for (int64_t w = spans[2].begin; w < spans[2].end; ++w) {
        const int64_t at = (d * sizes[1] + h) * sizes[2] + w;
        const double value = x[i * volume + at];
        if (value > pooled.largest) pooled.first = at;
        pooled.largest = std::max(pooled.largest, value);
        pooled.sum += value;
        ++pooled.inside;
      }
    }
  }
  return pooled;
}

void PoolReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const bool is_max = v.Attr<std::string>("pooling_type") == "max";
  for (int64_t i = 0; i < out.numel(); ++i) {
    const Pooled p = PoolOf(v, x, out.dims, i);
    const int64_t count = v.Attr<bool>("exclusive") ? p.inside : p.padded;
    out[i] = is_max ? p.largest : p.sum / count;
  }
}

void IndexReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  Array& mask = v.Out("Mask");
  for (int64_t i = 0; i < out.numel(); ++i) {
    const Pooled p = PoolOf(v, x, out.dims, i);
    out[i] = p.largest;
    mask[i] = p.first;
  }
}

struct Row {
  Dims x;
  Numbers ksize = {};
  Numbers strides = {};
  Numbers paddings = {};
  bool ceil_mode = false;
  bool global_pooling = false;
  bool adaptive = false;
};

OpCase Pool(const std::string& type, const Row& row) {
  OpCase test(type, row.x.ToString());
  test.Input("X", Random(row.x).Distinct())
      .Attr("ceil_mode", row.ceil_mode)
      .Attr("global_pooling", row.global_pooling)
      .Attr("adaptive", row.adaptive);
  if (!row.ksize.empty()) test.Attr("ksize", row.ksize);
  if (!row.strides.empty()) test.Attr("strides", row.strides);
  if (!row.paddings.empty()) test.Attr("paddings", row.paddings);
  return test;
}

const Row kFlat[] = {
    {{2, 3, 4, 6}, {2, 2}, {2, 2}},
    {{2, 1, 5, 7}, {2, 2}, {2, 2}, {0, 0}, true},
    {{1, 2, 7, 6}, {3, 2}, {2, 3}, {2, 1}, true},
    {{2, 1, 5, 40}, {2, 3}, {1, 1}},
    {{2, 1, 5, 4}, {2, 3}, {2, 1}, {1, 0, 0, 2}},
    {{2, 3, 4, 5}, {}, {}, {}, false, true},
    {{2, 2, 7, 5}, {3, 4}, {}, {}, false, false, true},
    {{2, 2, 6, 4}, {3, 2}, {}, {}, false, false, true},
    {{1, 1, 2, 3}, {5, 3}, {}, {}, false, false, true},
};
const Row kDeep[] = {
    {{2, 2, 4, 2, 6}, {2, 2, 2}, {2, 2, 2}},
    {{1, 2, 5, 4, 3}, {3, 2, 2}, {2, 1, 2}, {1, 1, 0}, true},
    {{2, 1, 1, 4, 6}, {1, 2, 2}, {1, 2, 2}},
    {{2, 1, 3, 2, 33}, {2, 1, 3}, {1, 1, 1}, {1, 0, 1}},
    {{2, 1, 3, 2, 5}, {2, 3, 3}, {1, 2, 2}, {1, 0, 2, 0, 0, 1}},
    {{2, 1, 2, 3, 2}, {}, {}, {}, false, true},
    {{2, 1, 5, 4, 3}, {2, 4, 2}, {}, {}, false, false, true},
};

TEST(Pool, Pool3dAndAdaptivePool2d) {
  for (const char* type : {"max", "avg"}) {
    const auto check = [type](OpCase test) {
      test.Attr("pooling_type", type)
          .SweepAttrs({"exclusive"})
          .Reference(PoolReference)
          .Gradient({"X"})
          .ScaleRows({"X"})
          .Check();
    };
    for (const Row& row : kDeep) check(Pool("pool3d", row));
    for (const Row& row : kFlat) {
      if (row.adaptive) check(Pool("pool2d", row));
    }
  }
}

TEST(Pool, MaxPoolWithIndex) {
  const auto check = [](OpCase test) {
    test.Reference(IndexReference).Gradient({"X"}).ScaleRows({"X"}).Check();
  };
  for (const Row& row : kFlat) check(Pool("max_pool2d_with_index", row));
  for (const Row& row : kDeep) check(Pool("max_pool3d_with_index", row));
}

TEST(Pool, PadsVolumesToTheSameSize) {
  for (const char* type : {"max", "avg"}) {
    Pool("pool3d", {{2, 1, 3, 4, 5}, {2, 3, 4}, {1, 2, 3}})
        .Attr("padding_algorithm", "SAME")
        .Attr("pooling_type", type)
        .SweepAttrs({"exclusive"})
        .Reference(PoolReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  Pool("max_pool2d_with_index", {{2, 1, 5, 4}, {2, 3}, {2, 1}})
      .Attr("padding_algorithm", "SAME")
      .Reference(IndexReference)
      .Gradient({"X"})
      .Check();
}

TEST(Pool, OfEqualOnesTheFirst) {
  OpCase("max_pool2d_with_index")
      .Input("X", Values({1, 1, 2, 3}, {1, 2, 2, 2, 1, 2}))
      .Attr("ksize", {2, 2})
      .Expect("Mask", {1, 1, 1, 2}, {1, 1})
      .Check();
}

TEST(Pool, RefusesWhatDoesNotFit) {
  Pool("pool3d", {{1, 1, 4, 4}, {2, 2, 2}})
      .ExpectError("X of pool3d is \\[N, C, D, H, W\\], not \\[1, 1, 4, 4\\]");
  Pool("pool3d", {{1, 1, 4, 4, 4}, {2, 2}})
      .ExpectError("ksize of operator pool3d is .*it must have 3 elements");
  Pool("max_pool3d_with_index", {{1, 1, 4, 1, 4}, {2, 2, 2}})
      .ExpectError("window reaches over 2 elements.* has 1");
  Pool("pool2d", {{1, 1, 4, 4}, {2, 2}, {}, {}, false, true, true})
      .ExpectError("pool2d is global_pooling or adaptive, not both");
  Pool("pool2d", {{1, 1, 0, 4}, {2, 2}, {}, {}, false, false, true})
      .ExpectError("pool2d cannot pool the empty images");
  Pool("pool2d", {{1, 1, 4, 4}, {2}, {}, {}, false, false, true})
      .ExpectError("ksize of operator pool2d is .*it must have 2 elements");
}

std::string LengthOf(const std::string& list, bool flat) {
  if (list == "paddings") return flat ? "2 to 4" : "3 to 6";
  return flat ? "2" : "3";
}

// Attributes that a way of pooling does not read are held to their length, too:
// 12 paddings were once written behind an array of three.
TEST(Pool, ListsThatAreNotReadHaveTheirLength) {
  const std::vector<int64_t> many(12, 7);
  for (const char* type :
       {"pool2d", "pool3d", "max_pool2d_with_index", "max_pool3d_with_index"}) {
    const bool flat = std::string(type).find("2d") != std::string::npos;
    for (const char* way : {"global_pooling", "adaptive"}) {
      for (const char* list : {"ksize", "strides", "paddings"}) {
        OpCase(type)
            .Input("X", Random(flat ? Dims{1, 1, 4, 4} : Dims{1, 1, 4, 4, 4}))
            .Attr(way, true)
            .Attr(list, many)
            .ExpectError(std::string("attribute ") + list + " of operator " +
                         type + " is .*of 12; it must have " +
                         LengthOf(list, flat) + " elements");
      }
    }
  }
}

}  // namespace
}  // namespace paddle::operators::testing
