#include "paddle/framework/types/data_type.h"

#include <sstream>
#include <type_traits>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(DataType, NumbersNamesAndSizes) {
  // Files contain the numbers, so they must never change.
  EXPECT_EQ(static_cast<int>(DataType::kBool), 1);
  EXPECT_EQ(static_cast<int>(DataType::kFloat16), 7);
  EXPECT_EQ(static_cast<int>(DataType::kFloat64), 10);
  EXPECT_EQ(static_cast<int>(DataType::kUInt2), 23);
  for (int number = 1; number <= 23; ++number) {
    const DataType type = DataTypeFromNumber(number);
    EXPECT_EQ(ParseDataType(DataTypeName(type)), type);
    const size_t size = VisitAnyDataType(type, [type](auto tag) {
      using T = typename decltype(tag)::type;
      EXPECT_EQ(DataTypeOf<T>(), type);
      return sizeof(T);
    });
    EXPECT_EQ(SizeOf(type), size);
  }
  EXPECT_EQ(SizeOf(DataType::kBFloat16), 2u);
  EXPECT_EQ(SizeOf(DataType::kInt4), 1u);
}

TEST(DataType, Prints) {
  std::ostringstream out;
  out << DataType::kBFloat16;
  EXPECT_EQ(out.str(), "bfloat16");
}

TEST(DataType, Kinds) {
  EXPECT_TRUE(IsFloating(DataType::kFloat16));
  EXPECT_FALSE(IsFloating(DataType::kInt32));
  EXPECT_TRUE(IsInteger(DataType::kUInt8));
  EXPECT_FALSE(IsInteger(DataType::kBool));
  EXPECT_FALSE(IsInteger(DataType::kFloat64));
  EXPECT_TRUE(IsInteger(DataType::kUInt64));
  EXPECT_FALSE(IsInteger(DataType::kInt4));
  EXPECT_FALSE(IsInteger(DataType::kFloat8E5M2));
  EXPECT_FALSE(IsFloating(DataType::kFloat8E5M2));
  EXPECT_FALSE(IsStoredOnly(DataType::kFloat64));
  EXPECT_TRUE(IsStoredOnly(DataType::kUInt16));
}

TEST(DataType, StoredTypesAreNotComputedWith) {
  EXPECT_ERROR(VisitDataType(DataType::kUInt4, [](auto) {}), Unimplemented,
               "elements of uint4 are stored only");
}

TEST(DataType, UnknownNamesAndNumbers) {
  EXPECT_ERROR(ParseDataType("float"), InvalidArgument,
               "no data type is called \"float\"; there are bool, uint8");
  EXPECT_ERROR(DataTypeFromNumber(0), InvalidArgument, "number 0");
  EXPECT_ERROR(DataTypeFromNumber(24), InvalidArgument, "number 24");
  EXPECT_ERROR(SizeOf(static_cast<DataType>(99)), Internal, "number 99");
}

}  // namespace
}  // namespace paddle::framework
