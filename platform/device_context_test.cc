#include "paddle/platform/device_context.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

TEST(DeviceContext, OneForTheCPU) {
  const DeviceContext& context = DeviceContextOf(CPUPlace());
  EXPECT_EQ(context.place(), CPUPlace());
  context.Wait();
  EXPECT_EQ(&DeviceContextOf(CPUPlace()), &context);
}

TEST(DeviceContext, EveryCUDADeviceThatIsThere) {
  for (int device = 0; device < CUDADeviceCount(); ++device) {
    const DeviceContext& context = DeviceContextOf(CUDAPlace(device));
    EXPECT_EQ(context.place(), CUDAPlace(device));
    context.Wait();
  }
}

TEST(DeviceContext, SaysWhatIsNotThere) {
  EXPECT_ERROR(DeviceContextOf(CUDAPlace(CUDADeviceCount())), Unavailable,
               "CUDA:");
  EXPECT_ERROR(DeviceContextOf(CUDAPlace(-1)), Unavailable, "CUDA:-1");
}

}  // namespace
}  // namespace paddle::platform
