#include <algorithm>
#include <string>
#include <utility>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

// The product of matrices as flat arrays.
void MulReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  Array& out = v.Out("Out");
  const int64_t m = x.dims.Slice(0, v.Attr<int64_t>("x_num_col_dims")).Numel();
  const int64_t k = y.dims.Slice(0, v.Attr<int64_t>("y_num_col_dims")).Numel();
  const int64_t n =
      k == 0 ? out.numel() / std::max<int64_t>(m, 1) : y.numel() / k;
  for (int64_t i = 0; i < m * n; ++i) {
    out[i] = 0;
    for (int64_t p = 0; p < k; ++p) {
      out[i] += x[i / n * k + p] * y[p * n + i % n];
    }
  }
}

OpCase Mul(const Dims& x, const Dims& y, int64_t x_columns, int64_t y_columns) {
  OpCase test("mul", x.ToString() + y.ToString());
  test.Input("X", Random(x))
      .Input("Y", Random(y))
      .Attr("x_num_col_dims", x_columns)
      .Attr("y_num_col_dims", y_columns);
  return test;
}

TEST(Matrix, Mul) {
  for (const auto& [x, y] : {std::pair<Dims, Dims>{{4, 3}, {3, 2}},
                             {{2, 7}, {7, 1}},
                             {{1, 1}, {1, 1}},
                             {{3, 0}, {0, 2}},
                             {{70, 33}, {33, 65}}}) {
    Mul(x, y, 1, 1)
        .Reference(MulReference)
        .Gradient({"X", "Y"})
        .ScaleRows({"X"})
        .Check();
  }
  Mul({2, 3, 2, 2}, {2, 2, 5}, 2, 2)
      .Reference(MulReference)
      .Gradient({"X", "Y"})
      .Check();
  Mul({3, 2, 2}, {4, 2, 3}, 1, 1)
      .Reference(MulReference)
      .Gradient({"X", "Y"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Matrix, MulRefusesShapesThatDoNotFit) {
  Mul({4, 3}, {2, 5}, 1, 1)
      .ExpectError(
          "mul cannot multiply X \\[4, 3\\], 3 wide, by Y \\[2, 5\\], "
          "2 high");
  Mul({4, 3}, {3, 5}, 2, 1)
      .ExpectError("cannot split X \\[4, 3\\] after axis 2");
  Mul({4, 3}, {3, 5}, 0, 1).ExpectError("x_num_col_dims");
}

// Stacks are counted from the last axis; a missing or single one repeats.
int64_t StackIndex(const Dims& stack, const Dims& own, int64_t i) {
  int64_t index = 0, stride = 1;
  for (int back = 1; back <= own.rank(); ++back) {
    const int64_t at = i % stack[stack.rank() - back];
    i /= stack[stack.rank() - back];
    if (own[own.rank() - back] != 1) index += at * stride;
    stride *= own[own.rank() - back];
  }
  return index;
}

Dims AsMatrices(const Dims& dims, bool row) {
  if (dims.rank() > 1) return dims;
  return row ? Dims{1, dims[0]} : Dims{dims[0], 1};
}

void MatmulReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  Array& out = v.Out("Out");
  const Dims a = AsMatrices(x.dims, true);
  const Dims b = AsMatrices(y.dims, false);
  const bool tx = v.Attr<bool>("transpose_X") && x.dims.rank() > 1;
  const bool ty = v.Attr<bool>("transpose_Y") && y.dims.rank() > 1;
  const int64_t m = a.at(tx ? -1 : -2);
  const int64_t k = a.at(tx ? -2 : -1);
  const int64_t n = b.at(ty ? -2 : -1);
  const int vectors =
      (x.dims.rank() == 1 ? 1 : 0) + (y.dims.rank() == 1 ? 1 : 0);
  const Dims stack = out.dims.Slice(0, out.dims.rank() - 2 + vectors);
  for (int64_t at = 0; at < out.numel(); ++at) {
    const int64_t s = at / (m * n), i = at / n % m, j = at % n;
    const int64_t xs = StackIndex(stack, a.Slice(0, a.rank() - 2), s) * m * k;
    const int64_t ys = StackIndex(stack, b.Slice(0, b.rank() - 2), s) * k * n;
    out[at] = 0;
    for (int64_t p = 0; p < k; ++p) {
      out[at] += x[xs + (tx ? p * m + i : i * k + p)] *
                 y[ys + (ty ? j * k + p : p * n + j)];
    }
  }
}

Dims Transposed(Dims dims, bool transposed) {
  if (transposed && dims.rank() > 1) {
    std::swap(dims[dims.rank() - 1], dims[dims.rank() - 2]);
  }
  return dims;
}

TEST(Matrix, Matmul) {
  const std::pair<Dims, Dims> kShapes[] = {{{4, 3}, {3, 2}},
                                           {{3}, {3}},
                                           {{3}, {3, 2}},
                                           {{4, 3}, {3}},
                                           {{2, 4, 3}, {3, 2}},
                                           {{2, 4, 3}, {2, 3, 5}},
                                           {{4, 3}, {2, 3, 5}},
                                           {{2, 1, 4, 3}, {3, 3, 2}},
                                           {{3}, {2, 3, 4}},
                                           {{2, 4, 3}, {3}},
                                           {{5, 1, 4, 3}, {1, 2, 3, 2}},
                                           {{2, 0, 3}, {2, 3, 4}},
                                           {{0, 2, 3}, {3, 4}},
                                           {{2, 3, 0}, {2, 0, 2}},
                                           {{0, 2, 3}, {1, 3, 4}},
                                           {{1, 2, 3}, {1, 3, 2}}};
  for (const auto& [x, y] : kShapes) {
    for (int form = 0; form < 4; ++form) {
      const bool tx = (form & 1) != 0;
      const bool ty = (form & 2) != 0;
      const std::string name = x.ToString() + y.ToString() +
                               (tx ? " X transposed" : "") +
                               (ty ? " Y transposed" : "");
      OpCase("matmul", name)
          .Input("X", Random(Transposed(x, tx)))
          .Input("Y", Random(Transposed(y, ty)))
          .Attr("transpose_X", tx)
          .Attr("transpose_Y", ty)
          .Reference(MatmulReference)
          .Gradient({"X", "Y"})
          .Check();
    }
  }
}

// As NumPy's: a vector has one axis, and stays what it is.
TEST(Matrix, MatmulOfTransposedVectors) {
  OpCase("matmul")
      .Input("X", Values({3}, {1, 2, 3}))
      .Input("Y", Values({3}, {4, 5, 6}))
      .Attr("transpose_X", true)
      .Attr("transpose_Y", true)
      .Reference([](OpValues& v) { v.Out("Out") = Array({}, {32}); })
      .Gradient({"X", "Y"})
      .Check();
  OpCase("matmul")
      .Input("X", Random({3}))
      .Input("Y", Random({2}))
      .Attr("transpose_X", true)
      .Attr("transpose_Y", true)
      .ExpectError("3 columns against 2 rows");
}

TEST(Matrix, MatmulOfManyRows) {
  OpCase("matmul", "batch")
      .Input("X", Random({4, 3, 5}))
      .Input("Y", Random({4, 5, 2}))
      .Reference(MatmulReference)
      .Gradient({"X", "Y"})
      .ScaleRows({"X", "Y"})
      .Check();
  OpCase("matmul", "one Y")
      .Input("X", Random({4, 3, 5}))
      .Input("Y", Random({5, 2}))
      .Reference(MatmulReference)
      .Gradient({"X", "Y"})
      .ScaleRows({"X"})
      .Check();
}

OpCase Matmul(const Dims& x, const Dims& y) {
  OpCase test("matmul");
  test.Input("X", Random(x)).Input("Y", Random(y));
  return test;
}

TEST(Matrix, MatmulRefusesShapesThatDoNotFit) {
  Matmul({4, 3}, {2, 5})
      .ExpectError(
          "cannot multiply X \\[4, 3\\] by Y \\[2, 5\\]: 3 columns "
          "against 2 rows");
  Matmul({2, 4, 3}, {3, 3, 5})
      .ExpectError("leading axes of X \\[2, 4, 3\\] and Y \\[3, 3, 5\\]");
  Matmul({}, {3, 5}).ExpectError("no scalars: X is \\[\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
