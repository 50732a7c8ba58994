#include "paddle/platform/per_device.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

TEST(PerDevice, IsMadeOnceAndForEachOfItsOwn) {
  PerDevice<int> numbers(2);
  EXPECT_EQ(numbers.count(), 2);
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(++made); };
  int& second = numbers.Get(1, make);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(&numbers.Get(1, make), &second);
  EXPECT_EQ(numbers.Get(0, make), 2);
  EXPECT_EQ(made, 2);
}

TEST(PerDevice, IsTriedAgainAfterAnError) {
  PerDevice<int> numbers(2);
  const auto fail = []() -> std::unique_ptr<int> {
    PADDLE_THROW(Unavailable, "held by another process");
  };
  EXPECT_ERROR(numbers.Get(0, fail), Unavailable, "another process");
  const auto make = [] { return std::make_unique<int>(7); };
  EXPECT_EQ(numbers.Get(1, make), 7);
  EXPECT_EQ(numbers.Get(0, make), 7);
}

}  // namespace
}  // namespace paddle::platform
