#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

TEST(Reshape, TheSameElements) {
  const struct {
    Dims x;
    std::vector<int64_t> shape;
    Dims out;
  } kRows[] = {
      {{2, 6}, {3, 4}, {3, 4}},      {{2, 6}, {-1}, {12}},
      {{2, 3, 4}, {0, -1}, {2, 12}}, {{1}, {}, {}},
      {{}, {1, 1}, {1, 1}},          {{0, 3}, {0, -1, 3}, {0, 1, 3}},
  };
  for (const auto& row : kRows) {
    OpCase("reshape", row.x.ToString())
        .Input("X", Random(row.x))
        .Attr("shape", row.shape)
        .Reference([&](OpValues& v) {
          v.Out("Out") = Array(row.out, v.In("X").values);
        })
        .Gradient({"X"})
        .Check();
  }
}

TEST(Reshape, RowsOfTheBatch) {
  OpCase("reshape")
      .Input("X", Random({4, 2, 3}))
      .Attr("shape", {-1, 6})
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({x.dims[0], 6}, x.values);
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("reshape")
      .Input("X", Random({2, 3}))
      .Attr("shape", {4, 2})
      .ExpectError("cannot reshape X of shape \\[2, 3\\] to \\[4, 2\\]");
}

// Out[i] of x with its axes permuted.
Array Transposed(const Array& x, const std::vector<int64_t>& axis) {
  Dims dims;
  for (const int64_t from : axis) dims.Append(x.dims[from]);
  Array out(dims);
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t rest = i;
    std::vector<int64_t> index(axis.size());
    for (int to = dims.rank() - 1; to >= 0; --to) {
      index[axis[to]] = rest % dims[to];
      rest /= dims[to];
    }
    int64_t offset = 0;
    for (int from = 0; from < x.dims.rank(); ++from) {
      offset = offset * x.dims[from] + index[from];
    }
    out[i] = x[offset];
  }
  return out;
}

TEST(Transpose, AnyOrderOfAxes) {
  const struct {
    Dims x;
    std::vector<int64_t> axis;
  } kRows[] = {
      {{3, 5}, {1, 0}},
      {{2, 3, 4}, {2, 0, 1}},
      {{2, 3, 4}, {0, 2, 1}},
      {{2, 3, 4}, {1, 0, 2}},
      {{2, 3, 4}, {0, 1, 2}},
      {{}, {}},
      {{7}, {0}},
      {{2, 1, 3, 2}, {3, 1, 0, 2}},
      {{2, 3, 2, 3}, {0, 3, 2, 1}},
  };
  for (const auto& row : kRows) {
    OpCase("transpose", row.x.ToString())
        .Input("X", Random(row.x))
        .Attr("axis", row.axis)
        .Reference([&](OpValues& v) {
          v.Out("Out") = Transposed(v.In("X"), row.axis);
        })
        .Gradient({"X"})
        .Check();
  }
}

// More than one tile both ways, not a multiple of it; and few columns, of which
// tiles have more rows.
TEST(Transpose, LargeMatrices) {
  for (const Dims& dims :
       {Dims{70, 37}, Dims{1, 300}, Dims{3, 203}, Dims{5, 131}}) {
    OpCase("transpose", dims.ToString())
        .Input("X", Random(dims))
        .Attr("axis", {1, 0})
        .Reference([](OpValues& v) {
          v.Out("Out") = Transposed(v.In("X"), {1, 0});
        })
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Transpose, CountsAxesFromTheEnd) {
  OpCase("transpose")
      .Input("X", Random({2, 3, 4}))
      .Attr("axis", {-1, 0, -2})
      .Reference([](OpValues& v) {
        v.Out("Out") = Transposed(v.In("X"), {2, 0, 1});
      })
      .Check();
}

TEST(Transpose, Errors) {
  const OpCase base =
      OpCase("transpose").Input("X", Random({2, 3})).Attr("axis", {0});
  base.ExpectError("1 axes are named, but the tensor has 2");
  base.WithAttr("axis", {1, 1}).ExpectError("axis 1 is named twice");
  base.WithAttr("axis", {0, 2}).ExpectError("axis 2 of a tensor of rank 2");
}

// Along the last axis of matrices.
void JoinColumns(OpValues& v) {
  Array& out = v.Out("Out");
  const int64_t rows = out.dims[0], columns = out.dims[1];
  for (int64_t row = 0; row < rows; ++row) {
    int64_t at = row * columns;
    for (int i = 0; i < v.Count("X"); ++i) {
      const Array& x = v.In("X", i);
      for (int64_t j = 0; j < x.dims[1]; ++j) out[at++] = x(row, j);
    }
  }
}

TEST(Concat, AlongAnyAxis) {
  OpCase("concat", "last axis")
      .Input("X",
             std::vector<Data>{Random({4, 3}), Random({4, 0}), Random({4, 5})})
      .Attr("axis", -1)
      .Reference(JoinColumns)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("concat", "first axis")
      .Input("X", std::vector<Data>{Random({2, 3}), Random({4, 3})})
      .Reference([](OpValues& v) {
        Array out({6, 3}, v.In("X", 0).values);
        const auto& rest = v.In("X", 1).values;
        out.values.insert(out.values.end(), rest.begin(), rest.end());
        v.Out("Out") = out;
      })
      .Gradient({"X"})
      .Check();
  OpCase("concat", "one input")
      .Input("X", std::vector<Data>{Random({2, 3, 2})})
      .Attr("axis", 1)
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Gradient({"X"})
      .Check();
}

TEST(Concat, Errors) {
  const OpCase base = OpCase("concat").Input(
      "X", std::vector<Data>{Random({2, 3}), Random({3, 3})});
  base.WithAttr("axis", 1).ExpectError(
      "axis 1: input 0 has shape \\[2, 3\\], input 1 has \\[3, 3");
  base.With("X", std::vector<Data>{Random({2, 3}), Random({2})})
      .ExpectError("input 1 has \\[2\\]");
  base.With("X", std::vector<Data>{Random({2, 3})})
      .WithAttr("axis", 2)
      .ExpectError("axis 2");
}

}  // namespace
}  // namespace paddle::operators::testing
