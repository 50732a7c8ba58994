#include <algorithm>
#include <cmath>
#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// Returns the place among `in` of element o of an axis of `out` elements.
double PlaceOf(const OpValues& v, int64_t o, int64_t in, int64_t out) {
  const double scale = v.Attr<double>("scale");
  const double step = scale > 0 ? 1 / scale : in / double(out);
  return std::max((o + 0.5) * step - 0.5, 0.0);
}

double CornerPlaceOf(int64_t o, int64_t in, int64_t out) {
  return out > 1 ? o * (in - 1) / double(out - 1) : 0;
}

// The value at a place between elements; beyond the last one it stays. With
// `steps` weights are rounded to multiples of 1 / steps.
double Between(const Array& x, int64_t plane, double y, double z,
               double steps = 0) {
  const int64_t h = x.dims[2], w = x.dims[3];
  const auto at = [&](int64_t i, int64_t j) {
    return x[(plane * h + std::min(i, h - 1)) * w + std::min(j, w - 1)];
  };
  const auto i = static_cast<int64_t>(y), j = static_cast<int64_t>(z);
  const auto weight = [steps](double w) {
    return steps > 0 ? std::floor(w * steps + 0.5) / steps : w;
  };
  const double dy = weight(y - i), dz = weight(z - j);
  return (1 - dy) * ((1 - dz) * at(i, j) + dz * at(i, j + 1)) +
         dy * ((1 - dz) * at(i + 1, j) + dz * at(i + 1, j + 1));
}

void Bilinear(OpValues& v, double steps) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const auto place = [&](int axis, int64_t o) {
    const int64_t in = x.dims[axis], to = out.dims[axis];
    return v.Attr<bool>("align_corners") ? CornerPlaceOf(o, in, to)
                                         : PlaceOf(v, o, in, to);
  };
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t w = i % out.dims[3], h = i / out.dims[3] % out.dims[2];
    out[i] = Between(x, i / out.dims[3] / out.dims[2], place(2, h), place(3, w),
                     steps);
  }
}

void BilinearReference(OpValues& v) { Bilinear(v, 0); }

void BilinearByteReference(OpValues& v) {
  Bilinear(v, 1 << 20);
  Array& out = v.Out("Out");
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = std::floor(out[i] + 0.5);
}

void NearestReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const double scale = v.Attr<double>("scale");
  const auto source = [&](int axis, int64_t o) {
    const int64_t in = x.dims[axis];
    if (scale > 0) return std::min(static_cast<int64_t>(o / scale), in - 1);
    return o * in / out.dims[axis];
  };
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t w = i % out.dims[3], h = i / out.dims[3] % out.dims[2];
    out[i] = x[(i / out.dims[3] / out.dims[2] * x.dims[2] + source(2, h)) *
                   x.dims[3] +
               source(3, w)];
  }
}

struct Row {
  Dims x;
  int64_t out_h = 0;
  int64_t out_w = 0;
  double scale = 0;
};

OpCase Resize(const std::string& type, const Row& row) {
  OpCase test(type, row.x.ToString());
  test.Input("X", Random(row.x))
      .Attr("out_h", row.out_h)
      .Attr("out_w", row.out_w)
      .Attr("scale", row.scale);
  return test;
}

const Row kRows[] = {
    {{2, 3, 4, 5}, 8, 10}, {{2, 1, 7, 6}, 3, 4},      {{1, 2, 3, 3}, 7, 1},
    {{1, 1, 1, 1}, 4, 3},  {{2, 2, 3, 4}, 0, 0, 2},   {{2, 1, 5, 4}, 0, 0, 1.7},
    {{1, 2, 4, 4}, 4, 4},  {{1, 2, 6, 9}, 0, 0, 0.4}, {{1, 1, 5, 9}, 1, 40}};

TEST(Resize, Bilinear) {
  for (const Row& row : kRows) {
    Resize("bilinear_interp", row)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .SweepAttrs({"align_corners"})
        .Reference(BilinearReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

// Up to the largest number, at which means must not leave the range.
TEST(Resize, BilinearOfBytes) {
  for (const Row& row : kRows) {
    for (double least : {0.0, 25.2}) {
      Resize("bilinear_interp", row)
          .Input("X", Random(row.x).In(least, 25.5))
          .DataTypes({DataType::kUInt8})
          .SweepAttrs({"align_corners"})
          .Reference(BilinearByteReference)
          .ScaleRows({"X"})
          .Check();
    }
  }
}

// Halves become the larger integer.
TEST(Resize, BilinearOfBytesRoundsHalves) {
  OpCase("bilinear_interp", "halves")
      .Input("X", Values({1, 1, 1, 4}, {0, 1, 254, 255}).As(DataType::kUInt8))
      .Attr("out_h", 1)
      .Attr("out_w", 7)
      .Attr("align_corners", true)
      .DataTypes({DataType::kUInt8})
      .Expect("Out", {1, 1, 1, 7}, {0, 1, 1, 128, 254, 255, 255})
      .Check();
}

TEST(Resize, Nearest) {
  for (const Row& row : kRows) {
    Resize("nearest_interp", row)
        .Reference(NearestReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Resize, RefusesWhatHasNoSize) {
  Resize("nearest_interp", {{1, 1, 4, 4}})
      .ExpectError("nearest_interp takes scale, or out_h and out_w, not");
  Resize("bilinear_interp", {{1, 1, 4, 4}, 8, 0}).ExpectError("not scale 0, ");
  Resize("bilinear_interp", {{1, 1, 4, 4}, 8, 8, 2}).ExpectError("out_w 8");
  Resize("bilinear_interp", {{1, 1, 4, 4}, 8, 0, 2}).ExpectError("out_h 8");
  Resize("bilinear_interp", {{1, 1, 0, 4}, 8, 8})
      .ExpectError("cannot resize the empty images of X \\[1, 1, 0, 4\\]");
  Resize("bilinear_interp", {{1, 1, 4, 4}, 0, 0, 0.1})
      .ExpectError("scale 0.1 of bilinear_interp leaves nothing");
  Resize("bilinear_interp", {{4, 4}, 8, 8}).ExpectError("\\[N, C, H, W\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
