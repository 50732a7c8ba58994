#include "paddle/framework/ir/device_name.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(DeviceNameTest, HasAStageAndMayHaveAPlace) {
  EXPECT_EQ(ParseDeviceName("stage:0").stage, 0);
  EXPECT_EQ(ParseDeviceName("stage:12").stage, 12);
  EXPECT_EQ(ParseDeviceName("stage:12").place, "");
  EXPECT_EQ(ParseDeviceName("stage:3/cuda:1").stage, 3);
  EXPECT_EQ(ParseDeviceName("stage:3/cuda:1").place, "cuda:1");
  EXPECT_EQ(ParseDeviceName("stage:3/cpu").place, "cpu");
}

TEST(DeviceNameTest, AnythingElseIsRefused) {
  for (const char* text :
       {"", "stage", "stage:", "stage:x", "stage:-1", "stage:+1", "stage: 1",
        "stage:70000", "stage:99999999999", "Stage:1", "cuda:0", "stage:1/",
        "stage:1/gpu:0", "stage:1/cuda", "stage:1/cuda:", "stage:1/cpu/cpu"}) {
    EXPECT_ERROR(ParseDeviceName(text), InvalidArgument, "is no device");
  }
}

}  // namespace
}  // namespace paddle::framework
