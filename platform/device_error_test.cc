#include "paddle/platform/device_error.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
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

// Each report that is thrown is whole, however many threads there are.
TEST(DeviceErrors, ReportsAreWhole) {
  DeviceErrorNote note = {};
  std::atomic<bool> done{false};
  const auto report = [&](int64_t base) {
    const DeviceErrors errors(&note, "pow");
    for (int64_t i = base; !done; i += 2) {
      errors.Report(DeviceErrorCode::kNegativePower, i, -i);
    }
  };
  std::thread even(report, 2), odd(report, 1);
  for (int thrown = 0; thrown < 2000;) {
    try {
      ThrowReported(&note);
    } catch (const Error& error) {
      ++thrown;
      int64_t base = 0, exponent = 0;
      const char* const text = std::strstr(error.what(), "pow: integer ");
      ASSERT_NE(text, nullptr) << error.what();
      ASSERT_EQ(std::sscanf(text, "pow: integer %ld to the negative power %ld",
                            &base, &exponent),
                2);
      EXPECT_EQ(base, -exponent);
    }
  }
  done = true;
  even.join();
  odd.join();
}

}  // namespace
}  // namespace paddle::platform
