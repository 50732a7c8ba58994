#include "paddle/framework/layers/promotion.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

TEST(PromoteTypesTest, IsNumPys) {
  const auto f16 = DataType::kFloat16, f32 = DataType::kFloat32,
             f64 = DataType::kFloat64, bf16 = DataType::kBFloat16;
  const auto u8 = DataType::kUInt8, i8 = DataType::kInt8,
             i16 = DataType::kInt16, i32 = DataType::kInt32,
             i64 = DataType::kInt64, b = DataType::kBool;
  struct Row {
    DataType a, b, both;
  };
  for (const Row& row : std::vector<Row>{{f32, f32, f32},
                                         {f32, f64, f64},
                                         {f16, f32, f32},
                                         {f16, bf16, f32},
                                         {b, i8, i8},
                                         {b, f16, f16},
                                         {u8, i8, i16},
                                         {u8, i16, i16},
                                         {i32, i64, i64},
                                         {i8, f16, f16},
                                         {i16, f16, f32},
                                         {i16, f32, f32},
                                         {i32, f32, f64},
                                         {i64, f16, f64},
                                         {i16, f64, f64}}) {
    EXPECT_EQ(PromoteTypes(row.a, row.b), row.both) << row.a << " " << row.b;
    EXPECT_EQ(PromoteTypes(row.b, row.a), row.both) << row.b << " " << row.a;
  }
}

TEST(PromotionTest, NumbersTakeTheTypeOfTheVariable) {
  const ProgramGuard guard(NewProgram(), NewProgram());
  const Variable x = data("x", {2}, DataType::kFloat16);
  const Variable n = data("n", {2}, DataType::kInt32);
  const Variable b = data("b", {2}, DataType::kBool);
  EXPECT_EQ(ConstantBeside(x, 2.5).dtype(), DataType::kFloat16);
  EXPECT_EQ(ConstantBeside(n, 2).dtype(), DataType::kInt32);
  EXPECT_EQ(ConstantBeside(n, 2.5).dtype(), DataType::kFloat64);
  EXPECT_EQ(ConstantBeside(b, 2).dtype(), DataType::kInt64);
  EXPECT_ERROR(ConstantBeside(n, int64_t{1} << 60), InvalidArgument,
               "variable n [2] int32 and 1152921504606846976: the number is no "
               "int32");
  EXPECT_EQ(CastTo(n, DataType::kInt32), n);
  EXPECT_EQ(CastTo(n, DataType::kInt64).dtype(), DataType::kInt64);
}

}  // namespace
}  // namespace paddle::layer
