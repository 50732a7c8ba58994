// Operators that move elements to other places.
#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using Index = std::vector<int64_t>;

// out[index] = x[from(index)], or `outside` if `from` leaves x.
Array Moved(const Array& x, const Dims& dims,
            const std::function<Index(Index)>& from, double outside = 0) {
  Array out(dims);
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t rest = i, at = 0;
    Index index(dims.rank());
    for (int axis = dims.rank() - 1; axis >= 0; --axis) {
      index[axis] = rest % dims[axis];
      rest /= dims[axis];
    }
    index = from(index);
    bool inside = true;
    for (int axis = 0; axis < x.dims.rank(); ++axis) {
      inside &= 0 <= index[axis] && index[axis] < x.dims[axis];
      at = at * x.dims[axis] + index[axis];
    }
    out[i] = inside ? x[at] : outside;
  }
  return out;
}

TEST(Slice, InSteps) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  OpCase("slice", "every second")
      .Input("Input", Random({5, 4}))
      .Attr("axes", {0, 1})
      .Attr("starts", {0, kMax})
      .Attr("ends", {kMax, kMin})
      .Attr("strides", {2, -1})
      .Reference([](OpValues& v) {
        v.Out("Out") = Moved(v.In("Input"), {3, 4}, [](Index i) {
          return Index{2 * i[0], 3 - i[1]};
        });
      })
      .Gradient({"Input"})
      .Check();
  OpCase("slice", "of a batch")
      .Input("Input", Random({5, 2}))
      .Attr("axes", {0})
      .Attr("starts", {0})
      .Attr("ends", {kMax})
      .Attr("strides", {3})
      .Reference([](OpValues& v) {
        const Array& x = v.In("Input");
        v.Out("Out") = Moved(x, {(x.dims[0] + 2) / 3, 2}, [](Index i) {
          return Index{3 * i[0], i[1]};
        });
      })
      .Gradient({"Input"})
      .ScaleRows({"Input"})
      .Check();
  OpCase("slice", "one element of an axis")
      .Input("Input", Random({3, 4, 2}))
      .Attr("axes", {1, 2})
      .Attr("starts", {-2, 0})
      .Attr("ends", {kMax, 1})
      .Attr("decrease_axis", {1})
      .Reference([](OpValues& v) {
        v.Out("Out") = Moved(v.In("Input"), {3, 1}, [](Index i) {
          return Index{i[0], 2, i[1]};
        });
      })
      .Gradient({"Input"})
      .Check();
  OpCase("slice")
      .Input("Input", Random({3}))
      .Attr("axes", {0})
      .Attr("starts", {3})
      .Attr("ends", {4})
      .Attr("decrease_axis", {0})
      .ExpectError("index 3 is outside axis 0 of 3 elements");
}

// Returns the source of an element of the border.
int64_t Source(const std::string& mode, int64_t i, int64_t size) {
  if (mode == "replicate") return std::clamp<int64_t>(i, 0, size - 1);
  if (mode == "reflect") return i < 0 ? -i : i < size ? i : 2 * size - 2 - i;
  return i;
}

void PadReference(OpValues& v) {
  const Array& x = v.In("X");
  const auto paddings = v.Attr<Index>("paddings");
  const auto mode = v.Attr<std::string>("mode");
  Dims dims = x.dims;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    dims[axis] += paddings[2 * axis] + paddings[2 * axis + 1];
  }
  v.Out("Out") = Moved(
      x, dims,
      [&](Index index) {
        for (int axis = 0; axis < dims.rank(); ++axis) {
          index[axis] =
              Source(mode, index[axis] - paddings[2 * axis], x.dims[axis]);
        }
        return index;
      },
      v.Attr<double>("pad_value"));
}

TEST(Pad, EachMode) {
  const struct {
    Dims x;
    Index paddings;
  } kRows[] = {
      {{3}, {2, 1}},
      {{3, 4}, {1, 2, 3, 0}},
      {{2, 3, 4}, {0, 1, 2, 1, 0, 0}},
      {{3, 1}, {1, 1, 0, 0}},
      {{2, 2, 2}, {1, 1, 1, 1, 1, 1}},
      {{}, {}},
      {{3, 2}, {0, 0, 0, 0}},
  };
  for (const std::string mode : {"constant", "reflect", "replicate"}) {
    for (const auto& row : kRows) {
      OpCase("pad", mode + row.x.ToString())
          .Input("X", Random(row.x))
          .Attr("paddings", row.paddings)
          .Attr("pad_value", 1.0)
          .Attr("mode", mode)
          .Reference(PadReference)
          .Gradient({"X"})
          .Check();
    }
    OpCase("pad", mode + " of rows")
        .Input("X", Random({5, 3}))
        .Attr("paddings", {0, 0, 2, 1})
        .Attr("mode", mode)
        .Reference(PadReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("pad", "nothing")
      .Input("X", Random({0, 2}))
      .Attr("paddings", {1, 1, 0, 1})
      .Reference(PadReference)
      .Gradient({"X"})
      .Check();
}

TEST(Pad, Errors) {
  const auto with = [](Index paddings, std::string mode) {
    return OpCase("pad")
        .Input("X", Random({3, 2}))
        .Attr("paddings", paddings)
        .Attr("mode", mode);
  };
  with({1, 1}, "constant")
      .ExpectError("pad has 2 paddings for X \\[3, 2\\], not two for each");
  with({0, 0, 0, -1}, "constant").ExpectError("paddings .*at least 0");
  with({3, 0, 0, 0}, "reflect")
      .ExpectError("by 3 along axis 0 of X \\[3, 2\\] needs 4 elements there");
  with({0, 0, 0, 0}, "wrap").ExpectError("mode .*\"wrap\"");
  const OpCase base =
      OpCase("pad").Input("X", Random({0})).Attr("paddings", {1, 0});
  base.WithAttr("mode", "replicate")
      .ExpectError("of X \\[0\\] needs 1 elements there");
  base.With("X", Values({1}, {0}).As(DataType::kInt32))
      .WithAttr("pad_value", 0.5)
      .ExpectError("type int32 cannot be 0.5");
}

TEST(Crop, APartOfTheShape) {
  const Reference reference = [](OpValues& v) {
    v.Out("Out") = Moved(v.In("X"), {2, 3}, [](Index i) {
      return Index{i[0] + 1, i[1] + 2};
    });
  };
  OpCase("crop", "by shape")
      .Input("X", Random({4, 5}))
      .Attr("offsets", {1, 2})
      .Attr("shape", {2, -1})
      .Reference(reference)
      .Gradient({"X"})
      .Check();
  OpCase("crop", "like another")
      .Input("X", Random({4, 5}))
      .Input("Y", Random({2, 3}).As(DataType::kInt32))
      .Attr("offsets", {1, 2})
      .Reference(reference)
      .Gradient({"X"})
      .Check();
  OpCase("crop", "rows")
      .Input("X", Random({4, 5}))
      .Attr("offsets", {0, 1})
      .Attr("shape", {-1, 2})
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Moved(x, {x.dims[0], 2}, [](Index i) {
          return Index{i[0], i[1] + 1};
        });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Crop, Errors) {
  const auto with = [](Index offsets, Index shape) {
    return OpCase("crop")
        .Input("X", Random({4, 5}))
        .Attr("offsets", offsets)
        .Attr("shape", shape);
  };
  with({1, 3}, {2, 3})
      .ExpectError("of X \\[4, 5\\] along axis 1 wants 3 elements from 3 on");
  with({1}, {2, 3}).ExpectError("has 1 offsets, and each axis needs one");
  with({0, 0}, {2}).ExpectError("crop of X \\[4, 5\\] to \\[2\\]");
  with({0, -1}, {2, 2}).ExpectError("offsets .*at least 0");
  OpCase("crop")
      .Input("X", Random({4}))
      .Input("Y", Random({2}))
      .Attr("offsets", {0})
      .Attr("shape", {2})
      .ExpectError("from Y or from shape, not both");
}

TEST(Flip, BackwardsAlongAxes) {
  for (const Index& axes : {Index{0}, Index{-1}, Index{0, 2}, Index{}}) {
    OpCase("flip")
        .Input("X", Random({3, 2, 4}))
        .Attr("axis", axes)
        .Reference([&](OpValues& v) {
          const Array& x = v.In("X");
          v.Out("Out") = Moved(x, x.dims, [&](Index i) {
            for (const int64_t axis : axes) {
              const int64_t k = axis < 0 ? axis + 3 : axis;
              i[k] = x.dims[k] - 1 - i[k];
            }
            return i;
          });
        })
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("flip")
      .Input("X", Random({2, 2}))
      .Attr("axis", {1, -1})
      .ExpectError("axis 1 is named twice");
}

TEST(Roll, WhatLeavesComesIn) {
  const struct {
    Index shifts, axis;
  } kRows[] = {
      {{1}, {0}}, {{-2}, {1}}, {{1, 5}, {0, -1}}, {{-7, 3}, {2, 0}}, {{}, {}},
  };
  for (const auto& row : kRows) {
    OpCase("roll")
        .Input("X", Random({3, 2, 4}))
        .Attr("shifts", row.shifts)
        .Attr("axis", row.axis)
        .Reference([&](OpValues& v) {
          const Array& x = v.In("X");
          v.Out("Out") = Moved(x, x.dims, [&](Index i) {
            for (size_t a = 0; a < row.axis.size(); ++a) {
              const int64_t k = row.axis[a] < 0 ? row.axis[a] + 3 : row.axis[a];
              const int64_t size = x.dims[k];
              i[k] = ((i[k] - row.shifts[a]) % size + size) % size;
            }
            return i;
          });
        })
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("roll")
      .Input("X", Random({2, 2}))
      .Attr("shifts", {1})
      .Attr("axis", {0, 1})
      .ExpectError(
          "shifts of operator roll .*as many elements as axis; axis is");
}

}  // namespace
}  // namespace paddle::operators::testing
