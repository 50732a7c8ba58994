#include "paddle/framework/layers/device_guard.h"

#include <memory>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

TEST(DeviceGuardTest, NestsAndRestores) {
  EXPECT_EQ(CurrentDevice(), "");
  const DeviceGuard one("stage:1");
  {
    const DeviceGuard two("stage:2/cuda:0");
    EXPECT_EQ(CurrentDevice(), "stage:2/cuda:0");
    const DeviceGuard none("");
    EXPECT_EQ(CurrentDevice(), "");
  }
  EXPECT_EQ(CurrentDevice(), "stage:1");
}

TEST(DeviceGuardTest, IsOfItsThread) {
  const DeviceGuard one("stage:1");
  std::thread([] { EXPECT_EQ(CurrentDevice(), ""); }).join();
}

TEST(DeviceGuardTest, EndsInOrder) {
  const auto outer = std::make_unique<DeviceGuard>("stage:1");
  const DeviceGuard inner("stage:2");
  EXPECT_ERROR(outer->CheckEndsNext(), FailedPrecondition, "a device ends");
  inner.CheckEndsNext();
}

TEST(DeviceGuardTest, ARefusedNameChangesNothing) {
  EXPECT_ERROR(DeviceGuard("gpu:0"), InvalidArgument, "'gpu:0' is no device");
  EXPECT_EQ(CurrentDevice(), "");
}

}  // namespace
}  // namespace paddle::layer
