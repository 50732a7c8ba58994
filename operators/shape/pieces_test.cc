// Operators that take tensors apart and put them together.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

// [rows, columns) of a matrix.
Array Box(const Array& x, int64_t top, int64_t bottom, int64_t left,
          int64_t right) {
  Array box(Dims({bottom - top, right - left}));
  for (int64_t i = top; i < bottom; ++i) {
    for (int64_t j = left; j < right; ++j) box(i - top, j - left) = x(i, j);
  }
  return box;
}

TEST(Slice, OfMatrices) {
  const struct {
    std::vector<int64_t> axes, starts, ends;
    int64_t top, bottom, left, right;
  } kRows[] = {
      {{0}, {1}, {3}, 1, 3, 0, 7},
      {{1}, {-3}, {kEnd}, 0, 5, 4, 7},
      {{1, 0}, {2, 0}, {3, -1}, 0, 4, 2, 3},
      {{0, 1}, {-9, 5}, {9, 99}, 0, 5, 5, 7},
      {{0}, {3}, {3}, 3, 3, 0, 7},
      {{}, {}, {}, 0, 5, 0, 7},
      {{0, 1}, {4, 6}, {5, 7}, 4, 5, 6, 7},
  };
  for (const auto& row : kRows) {
    OpCase("slice")
        .Input("Input", Random({5, 7}))
        .Attr("axes", row.axes)
        .Attr("starts", row.starts)
        .Attr("ends", row.ends)
        .Reference([&](OpValues& v) {
          v.Out("Out") =
              Box(v.In("Input"), row.top, row.bottom, row.left, row.right);
        })
        .Gradient({"Input"})
        .Check();
  }
}

TEST(Slice, OfManyAxesAndRows) {
  OpCase("slice", "middle axis")
      .Input("Input", Random({2, 3, 4}))
      .Attr("axes", {1})
      .Attr("starts", {1})
      .Attr("ends", {2})
      .Reference([](OpValues& v) {
        Array out({2, 1, 4});
        for (int64_t i = 0; i < 8; ++i) {
          out[i] = v.In("Input")(i / 4, 1, i % 4);
        }
        v.Out("Out") = out;
      })
      .Gradient({"Input"})
      .Check();
  OpCase("slice", "columns of rows")
      .Input("Input", Random({4, 3}))
      .Attr("axes", {1})
      .Attr("starts", {1})
      .Attr("ends", {3})
      .Reference([](OpValues& v) {
        v.Out("Out") = Box(v.In("Input"), 0, v.In("Input").dims[0], 1, 3);
      })
      .Gradient({"Input"})
      .ScaleRows({"Input"})
      .Check();
  OpCase("slice", "the first rows")
      .Input("Input", Random({4, 3}))
      .Attr("axes", {0})
      .Attr("starts", {0})
      .Attr("ends", {2})
      .Reference([](OpValues& v) {
        const Array& x = v.In("Input");
        v.Out("Out") = Box(x, 0, std::min<int64_t>(2, x.dims[0]), 0, 3);
      })
      .ScaleRows({"Input"})
      .Check();
}

TEST(Slice, Errors) {
  const auto with = [](std::vector<int64_t> axes, std::vector<int64_t> ends) {
    return OpCase("slice")
        .Input("Input", Random({5, 7}))
        .Attr("axes", axes)
        .Attr("starts", {0, 0})
        .Attr("ends", ends);
  };
  with({0}, {1}).ExpectError(
      "starts of operator slice .*it must have as many elements as axes");
  with({0, -2}, {1, 1}).ExpectError("axis 0 of slice stands twice");
  with({0, 2}, {1, 1}).ExpectError("axis 2");
}

TEST(Split, IntoParts) {
  OpCase("split", "of one size")
      .Input("X", Random({4, 6}))
      .Output("Out", 3)
      .Attr("axis", -1)
      .Reference([](OpValues& v) {
        const int64_t rows = v.In("X").dims[0];
        for (int i = 0; i < 3; ++i) {
          v.Out("Out", i) = Box(v.In("X"), 0, rows, 2 * i, 2 * i + 2);
        }
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("split", "of sections")
      .Input("X", Random({6, 2}))
      .Output("Out", 3)
      .Attr("sections", {1, 0, 5})
      .Reference([](OpValues& v) {
        v.Out("Out", 0) = Box(v.In("X"), 0, 1, 0, 2);
        v.Out("Out", 1) = Box(v.In("X"), 1, 1, 0, 2);
        v.Out("Out", 2) = Box(v.In("X"), 1, 6, 0, 2);
      })
      .Gradient({"X"})
      .Check();
}

TEST(Split, Errors) {
  const auto into = [](int count, std::vector<int64_t> sections) {
    return OpCase("split")
        .Input("X", Random({5}))
        .Output("Out", count)
        .Attr("sections", sections);
  };
  into(2, {}).ExpectError("cannot divide 5 of X \\[5\\] into 2 parts");
  into(2, {1, 2, 2}).ExpectError("3 sections for 2 outputs");
  into(2, {1, 2}).ExpectError("add up to 3, but X \\[5\\] has 5");
  into(2, {6, -1}).ExpectError("sections");
}

TEST(Stack, AlongANewAxis) {
  for (const int axis : {0, 1, -1}) {
    OpCase("stack")
        .Input("X", std::vector<Data>{Random({2, 3}), Random({2, 3})})
        .Attr("axis", axis)
        .Reference([axis](OpValues& v) {
          Array out(axis == 0   ? Dims({2, 2, 3})
                    : axis == 1 ? Dims({2, 2, 3})
                                : Dims({2, 3, 2}));
          for (int64_t k = 0; k < 12; ++k) {
            const int64_t i = k / 6, row = k % 6 / 3, column = k % 3;
            double& to = axis == 0   ? out(i, row, column)
                         : axis == 1 ? out(row, i, column)
                                     : out(row, column, i);
            to = v.In("X", static_cast<int>(i))(row, column);
          }
          v.Out("Out") = out;
        })
        .Gradient({"X"})
        .Check();
  }
  OpCase("stack", "rows")
      .Input("X", std::vector<Data>{Random({4})})
      .Attr("axis", 1)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({v.In("X").dims[0], 1}, v.In("X").values);
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Stack, Errors) {
  const OpCase base = OpCase("stack").Input(
      "X", std::vector<Data>{Random({2, 3}), Random({3, 3})});
  base.ExpectError("input 0 is \\[2, 3\\], input 1 is \\[3, 3\\]");
  base.With("X", std::vector<Data>{Random({2})})
      .WithAttr("axis", 2)
      .ExpectError("axis 2");
  base.With("X", std::vector<Data>{}).ExpectError("stack|X");
}

}  // namespace
}  // namespace paddle::operators::testing
