#include "paddle/operators/common/constant_value.h"

#include <limits>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::DataType;

TEST(CheckHolds, FloatingTypesHoldAnything) {
  CheckHolds(DataType::kFloat32, 0.1);
  CheckHolds(DataType::kFloat16, std::numeric_limits<double>::infinity());
}

TEST(CheckHolds, IntegersHoldWholeNumbersInRange) {
  CheckHolds(DataType::kInt8, -128.0);
  CheckHolds(DataType::kUInt8, 255.0);
  CheckHolds(DataType::kInt32, 2147483647.0);
  CheckHolds(DataType::kInt64, std::numeric_limits<int64_t>::max());
  EXPECT_ERROR(CheckHolds(DataType::kInt8, 128.0), InvalidArgument,
               "an element of type int8 cannot be 128");
  EXPECT_ERROR(CheckHolds(DataType::kUInt8, -1.0), InvalidArgument, "be -1");
  EXPECT_ERROR(CheckHolds(DataType::kInt32, 0.5), InvalidArgument, "be 0.5");
  EXPECT_ERROR(CheckHolds(DataType::kInt64, 9223372036854775808.0),
               InvalidArgument, "int64");
  EXPECT_ERROR(CheckHolds(DataType::kInt32, int64_t{1} << 40), InvalidArgument,
               "int32 cannot be 1099511627776");
  EXPECT_ERROR(CheckHolds(DataType::kInt32, 1099511627776.0), InvalidArgument,
               "int32 cannot be 1099511627776");
  EXPECT_ERROR(
      CheckHolds(DataType::kInt32, std::numeric_limits<double>::quiet_NaN()),
      InvalidArgument, "be nan");
}

TEST(CheckHolds, BoolHoldsZeroAndOne) {
  CheckHolds(DataType::kBool, 1.0);
  EXPECT_ERROR(CheckHolds(DataType::kBool, 2.0), InvalidArgument,
               "type bool cannot be 2");
}

}  // namespace
}  // namespace paddle::operators
