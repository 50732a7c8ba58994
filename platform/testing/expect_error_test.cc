#include "paddle/platform/testing/expect_error.h"

#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(ExpectError, AcceptsTheRightError) {
  EXPECT_ERROR(PADDLE_THROW(NotFound, "no such name"), NotFound, "such");
}

TEST(ExpectError, FailsOnSilence) {
  EXPECT_NONFATAL_FAILURE(EXPECT_ERROR((void)0, NotFound, ""), "threw nothing");
}

TEST(ExpectError, FailsOnAnotherCode) {
  EXPECT_NONFATAL_FAILURE(
      EXPECT_ERROR(PADDLE_THROW(NotFound, "x"), OutOfRange, "x"), "NotFound");
}

TEST(ExpectError, FailsOnAnotherMessage) {
  EXPECT_NONFATAL_FAILURE(
      EXPECT_ERROR(PADDLE_THROW(NotFound, "x"), NotFound, "y"),
      "has substring");
}

}  // namespace
}  // namespace paddle::platform
