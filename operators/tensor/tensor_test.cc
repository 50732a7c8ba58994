#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(FillConstant, EveryElementIsTheValue) {
  for (const Dims& dims : {Dims({2, 3}), Dims(), Dims({0, 4})}) {
    OpCase("fill_constant", dims.ToString())
        .Attr("shape", dims.ToVector())
        .Attr("value", 1.0)
        .Reference([&](OpValues& v) { v.Out("Out") = Array(dims, 1); })
        .Check();
  }
}

TEST(FillConstant, Errors) {
  OpCase("fill_constant")
      .Attr("shape", {2, -1})
      .ExpectError("shape .*at least 0");
  OpCase("fill_constant")
      .Attr("shape", {2})
      .Attr("value", 0.5)
      .DataTypes({DataType::kInt32})
      .ExpectError("type int32 cannot be 0.5");
  OpCase("fill_constant")
      .Attr("shape", {1 << 30, 1 << 30, 1 << 30})
      .ExpectError("overflow");
}

TEST(FillZerosLike, OfTensorsAndSelectedRows) {
  OpCase("fill_zeros_like")
      .Input("X", Random({4, 3}))
      .Reference([](OpValues& v) { v.Out("Out") = Array(v.In("X").dims, 0); })
      .ScaleRows({"X"})
      .Check();
  OpCase("fill_zeros_like", "rows")
      .Input("X", Random({2, 3}).Rows(6, {4, 1}))
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({6, 3}, 0);
      })
      .Check();
}

TEST(Assign, CopiesTensorsSequencesAndSelectedRows) {
  const Reference same = [](OpValues& v) { v.Out("Out") = v.In("X"); };
  OpCase("assign")
      .Input("X", Random({4, 3}))
      .Reference(same)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("assign", "sequences")
      .Input("X", Random({4, 3}).Lengths({{1, 3}}))
      .Reference(same)
      .Gradient({"X"})
      .Check();
  OpCase("assign", "rows")
      .Input("X", Random({2, 3}).Rows(6, {4, 4}))
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference(same)
      .Check();
}

TEST(AssignValue, TheElementsInOrder) {
  OpCase("assign_value")
      .Attr("shape", {2, 2})
      .Attr("values", std::vector<double>{0, 1, 1, 0})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2}, {0, 1, 1, 0});
      })
      .Check();
  OpCase("assign_value", "integers")
      .Attr("shape", {2})
      .Attr("int_values", {-9, 7})
      .DataTypes({DataType::kInt64, DataType::kInt8, DataType::kFloat32})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2}, {-9, 7});
      })
      .Check();
}

TEST(AssignValue, Errors) {
  OpCase("assign_value")
      .Attr("shape", {2, 2})
      .Attr("values", std::vector<double>{1, 2, 3})
      .ExpectError("shape \\[2, 2\\] needs as many values .*got 4, expected 3");
  OpCase("assign_value")
      .Attr("shape", {1})
      .Attr("values", std::vector<double>{1})
      .Attr("int_values", {1})
      .ExpectError("not both");
  OpCase("assign_value")
      .Attr("shape", {1})
      .Attr("int_values", {300})
      .DataTypes({DataType::kUInt8})
      .ExpectError("type uint8 cannot be 300");
}

TEST(Random, TheSameForAnyNumberOfThreads) {
  for (const std::string type :
       {"uniform_random", "gaussian_random", "truncated_gaussian_random"}) {
    for (const Dims& dims : {Dims({40, 501}), Dims(), Dims({0, 2})}) {
      for (const DataType dtype : {DataType::kFloat32, DataType::kFloat64}) {
        OpCase(type, dims.ToString())
            .Attr("shape", dims.ToVector())
            .DataTypes({dtype})
            .WithoutReference("random_fill_test looks at the distributions")
            .Check();
      }
    }
  }
}

TEST(Random, Orthogonal) {
  for (const Dims& dims : {Dims({40, 30}), Dims({3, 4, 5}), Dims({0, 2})}) {
    OpCase("orthogonal_random", dims.ToString())
        .Attr("shape", dims.ToVector())
        .Attr("gain", 2.0)
        .WithoutReference("orthogonal_fill_test looks at the matrices")
        .Check();
  }
  OpCase("orthogonal_random")
      .Attr("shape", {3})
      .ExpectError("the number of axes of orthogonal_random");
}

TEST(Random, Errors) {
  OpCase("uniform_random")
      .Attr("shape", {2})
      .Attr("min", 2.0)
      .ExpectError("min that is not above its max .*got 2, expected at most 1");
  OpCase("gaussian_random")
      .Attr("shape", {2})
      .Attr("std", -1.0)
      .ExpectError("std .* -1.0; it must be at least 0");
  OpCase("gaussian_random").Attr("shape", {-2}).ExpectError("shape");
}

TEST(Cast, BetweenTypes) {
  OpCase("cast")
      .Input("X", Values({4}, {0, 1, 2, 100}))
      .Attr("out_dtype", "float64")
      .DataTypes({DataType::kFloat32, DataType::kInt8, DataType::kInt64,
                  DataType::kFloat16, DataType::kBFloat16})
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Check();
  OpCase("cast", "to integers")
      .Input("X", Values({5}, {-1.9, 1.9, 1e20, kNaN, -1e20}))
      .Attr("out_dtype", "int16")
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({5}, {-1, 1, 32767, 0, -32768});
      })
      .Check();
  OpCase("cast", "gradient")
      .Input("X", Random({4, 3}))
      .Attr("out_dtype", "float64")
      .DataTypes({DataType::kFloat64})
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("cast")
      .Input("X", Random({2}))
      .Attr("out_dtype", "float31")
      .ExpectError("float31");
}

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

// More than one tile both ways, not a multiple of it.
TEST(Transpose, LargeMatrices) {
  OpCase("transpose")
      .Input("X", Random({70, 37}))
      .Attr("axis", {1, 0})
      .Reference([](OpValues& v) {
        v.Out("Out") = Transposed(v.In("X"), {1, 0});
      })
      .ScaleRows({"X"})
      .Check();
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
  OpCase("transpose")
      .Input("X", Random({2, 3}))
      .Attr("axis", {0})
      .ExpectError("1 axes are named, but the tensor has 2");
  OpCase("transpose")
      .Input("X", Random({2, 3}))
      .Attr("axis", {1, 1})
      .ExpectError("axis 1 is named twice");
  OpCase("transpose")
      .Input("X", Random({2, 3}))
      .Attr("axis", {0, 2})
      .ExpectError("axis 2 of a tensor of rank 2");
}

TEST(Increment, AddsTheStep) {
  for (const double step : {1.0, -2.0}) {
    OpCase("increment")
        .Input("X", Random({4, 3}))
        .Attr("step", step)
        .Reference([=](OpValues& v) {
          v.Out("Out") = v.In("X").Map([=](double x) { return x + step; });
        })
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("increment")
      .Input("X", Values({}, {9007199254740992.0}).As(DataType::kInt64))
      .Attr("step", 2.0)
      .DataTypes({DataType::kInt64})
      .Reference(
          [](OpValues& v) { v.Out("Out") = Array({}, {9007199254740994.0}); })
      .Check();
  OpCase("increment")
      .Input("X", Values({1}, {1}).As(DataType::kInt64))
      .Attr("step", 0.5)
      .ExpectError("type int64 cannot be 0.5");
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
  OpCase("concat")
      .Input("X", std::vector<Data>{Random({2, 3}), Random({3, 3})})
      .Attr("axis", 1)
      .ExpectError("axis 1: input 0 has shape \\[2, 3\\], input 1 has \\[3, 3");
  OpCase("concat")
      .Input("X", std::vector<Data>{Random({2, 3}), Random({2})})
      .ExpectError("input 1 has \\[2\\]");
  OpCase("concat")
      .Input("X", std::vector<Data>{Random({2, 3})})
      .Attr("axis", 2)
      .ExpectError("axis 2");
}

TEST(Print, IsTheIdentity) {
  ::testing::internal::CaptureStderr();
  OpCase("print")
      .Input("In", Random({3, 2}))
      .Output("Out", 1)
      .Attr("first_n", 0)
      .Reference([](OpValues& v) { v.Out("Out") = v.In("In"); })
      .Gradient({"In"})
      .ScaleRows({"In"})
      .Check();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Print, WritesALine) {
  ::testing::internal::CaptureStderr();
  OpCase("print")
      .Input("In", Values({2, 2}, {1, 2, 3, 4}))
      .Attr("message", "here:")
      .Attr("summarize", 3)
      .WithoutReference("it has no output here")
      .DataTypes({DataType::kFloat32})
      .Check();
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("here: In = float32 [2, 2] {1, 2, 3, ...1 more}\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace paddle::operators::testing
