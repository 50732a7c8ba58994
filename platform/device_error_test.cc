#include "paddle/platform/device_error.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

TEST(DeviceErrors, TheFirstReportIsThrownOnce) {
  DeviceErrorNote note = {};
  const DeviceErrors errors(&note, "gather: Index");
  EXPECT_EQ(errors.Checked(2, 3), 2);
  ThrowReported(&note);
  EXPECT_EQ(errors.Checked(7, 3), 0);
  EXPECT_EQ(errors.Checked(-1, 3), 0);
  EXPECT_ERROR(ThrowReported(&note), OutOfRange,
               "gather: Index: index 7 is outside of [0, 3)");
  ThrowReported(&note);
}

TEST(DeviceErrors, SaysWhatWasWrong) {
  DeviceErrorNote note = {};
  const DeviceErrors errors(&note, "elementwise_div");
  errors.Report(DeviceErrorCode::kDivisionByZero, 7, 0);
  EXPECT_ERROR(ThrowReported(&note), InvalidArgument,
               "elementwise_div: integer division of 7 by 0");
  errors.Report(DeviceErrorCode::kNegativePower, 2, -1);
  EXPECT_ERROR(ThrowReported(&note), InvalidArgument,
               "integer 2 to the negative power -1");
  errors.Report(DeviceErrorCode::kLabel, 9, 3);
  EXPECT_ERROR(ThrowReported(&note), OutOfRange,
               "label 9 is outside of [0, 3)");
  errors.Report(DeviceErrorCode::kNotANumber, 4, 2);
  EXPECT_ERROR(ThrowReported(&note), InvalidArgument, "NaN in row 4, column 2");
}

}  // namespace
}  // namespace paddle::platform
