#include <limits>
#include <string>
#include <utility>
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
  const OpCase base = OpCase("fill_constant").Attr("shape", {2, -1});
  base.ExpectError("shape .*at least 0");
  base.WithAttr("shape", {2})
      .WithAttr("value", 0.5)
      .DataTypes({DataType::kInt32})
      .ExpectError("type int32 cannot be 0.5");
  base.WithAttr("shape", {1 << 30, 1 << 30, 1 << 30}).ExpectError("overflow");
}

TEST(FillConstant, AShapeOfARun) {
  const auto shape = [](const std::vector<double>& sizes) {
    return Values({2}, sizes).As(DataType::kInt64);
  };
  const OpCase base = OpCase("fill_constant", "of a run")
                          .Attr("shape", {1, 1})
                          .Attr("value", 1.0);
  OpCase(base)
      .Input("ShapeTensor", shape({2, 3}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 3}, 1);
      })
      .Check();
  base.With("ShapeTensor", shape({2, -1}))
      .ExpectError("shape = \\[2, -1\\] from input ShapeTensor");
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
      .Expect("Out", {2, 2}, {0, 1, 1, 0})
      .Check();
  OpCase("assign_value", "integers")
      .Attr("shape", {2})
      .Attr("int_values", {-9, 7})
      .DataTypes({DataType::kInt64, DataType::kInt8, DataType::kFloat32})
      .Expect("Out", {2}, {-9, 7})
      .Check();
}

TEST(AssignValue, Errors) {
  const OpCase base = OpCase("assign_value").Attr("shape", {1});
  base.WithAttr("shape", {2, 2})
      .WithAttr("values", std::vector<double>{1, 2, 3})
      .ExpectError("shape \\[2, 2\\] needs as many values .*got 4, expected 3");
  base.WithAttr("values", std::vector<double>{1})
      .WithAttr("int_values", {1})
      .ExpectError("not both");
  base.WithAttr("int_values", {300})
      .DataTypes({DataType::kUInt8})
      .ExpectError("type uint8 cannot be 300");
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
      .Expect("Out", {5}, {-1, 1, 32767, 0, -32768})
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

TEST(Cast, FromEveryTypeThatIsStoredOnly) {
  OpCase("cast", "small whole numbers")
      .Input("X", Values({4}, {0, 1, 1, 0}))
      .Attr("out_dtype", "float32")
      .DataTypes({DataType::kUInt16, DataType::kUInt32, DataType::kUInt64,
                  DataType::kFloat8E4M3FN, DataType::kFloat8E4M3FNUZ,
                  DataType::kFloat8E5M2, DataType::kFloat8E5M2FNUZ,
                  DataType::kFloat4E2M1FN, DataType::kInt4, DataType::kUInt4,
                  DataType::kInt2, DataType::kUInt2})
      .Expect("Out", {4}, {0, 1, 1, 0})
      .Check();
  OpCase("cast", "scales")
      .Input("X", Values({3}, {0.5, 1, 1024}))
      .Attr("out_dtype", "float64")
      .DataTypes({DataType::kFloat8E8M0FNU})
      .Expect("Out", {3}, {0.5, 1, 1024})
      .Check();
}

TEST(Cast, ToTypesThatAreStoredOnly) {
  const auto converts = [](const char* type, std::vector<double> expected) {
    OpCase("cast", type)
        .Input("X", Values({6}, {-3, -0.3, 0.3, 2.6, 9, 1e6}))
        .Attr("out_dtype", type)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Expect("Out", {6}, std::move(expected))
        .Check();
  };
  converts("uint16", {0, 0, 0, 2, 9, 65535});
  converts("uint64", {0, 0, 0, 2, 9, 1e6});
  converts("int4", {-3, 0, 0, 2, -7, 0});
  converts("uint2", {1, 0, 0, 2, 1, 0});
  converts("float4_e2m1fn", {-3, -0.5, 0.5, 3, 6, 6});
  converts("float8_e4m3fn", {-3, -0.3125, 0.3125, 2.5, 9, 448});
  converts("float8_e5m2", {-3, -0.3125, 0.3125, 2.5, 8, 57344});
}

TEST(Cast, SaysWhatIsTooLarge) {
  OpCase("cast", "infinity")
      .Input("X", Values({2}, {1e6, -2}))
      .Attr("out_dtype", "float8_e5m2")
      .Attr("saturate", false)
      .DataTypes({DataType::kFloat32, DataType::kBFloat16})
      .Expect("Out", {2}, {std::numeric_limits<double>::infinity(), -2})
      .Check();
  const std::pair<const char*, double> kRoundings[] = {
      {"up", 8}, {"down", 4}, {"nearest", 4}};
  for (const auto& [rounding, expected] : kRoundings) {
    OpCase("cast", rounding)
        .Input("X", Values({1}, {5}))
        .Attr("out_dtype", "float8_e8m0fnu")
        .Attr("round_mode", rounding)
        .DataTypes({DataType::kFloat16, DataType::kInt32})
        .Expect("Out", {1}, {expected})
        .Check();
  }
  OpCase("cast")
      .Input("X", Values({1}, {5}))
      .Attr("out_dtype", "float8_e8m0fnu")
      .Attr("round_mode", "away")
      .ExpectError("away");
}

// More than one block, and a part of one.
TEST(Cast, ManyElements) {
  OpCase("cast", "many")
      .Input("X", Integers({1000, 3}, 0, 9))
      .Attr("out_dtype", "uint4")
      .DataTypes({DataType::kUInt32, DataType::kInt64, DataType::kFloat8E5M2})
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Check();
}

TEST(Bitcast, KeepsTheBits) {
  OpCase("bitcast", "float32")
      .Input("X", Values({3}, {1, -0.0, 2}).As(DataType::kFloat32))
      .Attr("out_dtype", "int32")
      .DataTypes({DataType::kFloat32})
      .Expect("Out", {3}, {0x3f800000, -2147483648.0, 0x40000000})
      .Check();
  OpCase("bitcast", "int64")
      .Input("X", Values({1}, {4607182418800017408.0}).As(DataType::kInt64))
      .Attr("out_dtype", "float64")
      .DataTypes({DataType::kInt64})
      .Expect("Out", {1}, {1})
      .Check();
  OpCase("bitcast", "small")
      .Input("X", Values({2}, {7, 8}).As(DataType::kUInt4))
      .Attr("out_dtype", "int4")
      .DataTypes({DataType::kUInt4})
      .Expect("Out", {2}, {7, -8})
      .Check();
}

TEST(Bitcast, Errors) {
  OpCase("bitcast")
      .Input("X", Values({1}, {1}).As(DataType::kFloat32))
      .Attr("out_dtype", "int16")
      .ExpectError("float32, 32 bits wide, but out_dtype int16, 16");
  OpCase("bitcast")
      .Input("X", Values({1}, {1}).As(DataType::kUInt8))
      .Attr("out_dtype", "int4")
      .ExpectError("uint8, 8 bits wide, but out_dtype int4, 4");
  OpCase("bitcast")
      .Input("X", Values({1}, {1}).As(DataType::kUInt8))
      .Attr("out_dtype", "bool")
      .ExpectError("bits of uint8 are no bool");
}

// Operators that move elements take those of every size.
TEST(Assign, TypesThatAreStoredOnly) {
  OpCase("assign", "stored only")
      .Input("X", Integers({5, 3}, 0, 2))
      .DataTypes({DataType::kUInt16, DataType::kUInt64, DataType::kFloat8E4M3FN,
                  DataType::kUInt2})
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Check();
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
      .Expect("Out", {}, {9007199254740994.0})
      .Check();
  OpCase("increment")
      .Input("X", Values({1}, {1}).As(DataType::kInt64))
      .Attr("step", 0.5)
      .ExpectError("type int64 cannot be 0.5");
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

TEST(CheckRange, IsTheIdentity) {
  const OpCase base =
      OpCase("check_range")
          .Attr("min", -1.0)
          .Attr("max", 2.0)
          .Attr("message", "a factor")
          .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); });
  OpCase(base).Input("X", Values({3}, {-0.5, 0.5, 1})).Gradient({"X"}).Check();
  OpCase(base)
      .Input("X", Values({2}, {-1, 2}))
      .DataTypes({DataType::kFloat64})
      .Check();
  OpCase(base)
      .Input("X", Values({2}, {-1, 2}))
      .DataTypes({DataType::kInt32, DataType::kInt64})
      .Check();
  for (const double wrong : {-2.0, 3.0, kNaN}) {
    OpCase(base)
        .Input("X", Values({2}, {0, wrong}))
        .ExpectError("a factor is .*; it must be in \\[-1, 2\\]");
  }
}

TEST(Shape, OfTheRun) {
  for (const Dims& dims : {Dims({4, 3}), Dims({0}), Dims()}) {
    OpCase("shape", dims.ToString())
        .Input("Input", Random(dims))
        .Reference([](OpValues& v) {
          const Dims& x = v.In("Input").dims;
          v.Out("Out") =
              Array({x.rank()}, std::vector<double>(x.begin(), x.end()));
        })
        .Check();
  }
  OpCase("shape", "rows")
      .Input("Input", Random({4, 3}))
      .Reference([](OpValues& v) {
        v.Out("Out")[0] = static_cast<double>(v.In("Input").dims[0]);
        v.Out("Out")[1] = 3;
      })
      .ScaleRows({"Input"})
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
