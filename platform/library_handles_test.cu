#include "gtest/gtest.h"

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/library_handles.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::platform {
namespace {

const CUDADeviceContext& Device() {
  return CUDAContext(DeviceContextOf(CUDAPlace(0)));
}

TEST(LibraryHandles, AreOpenedOnce) {
  PADDLE_SKIP_WITHOUT_GPU();
  LibraryHandles<int> handles;
  int opened = 0, used = 0;
  for (int i = 0; i < 3; ++i) {
    handles.With(
        Device(), [&] { return 40 + ++opened; },
        [&](int handle) { used += handle; });
  }
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(used, 3 * 41);
}

TEST(LibraryHandles, AreNotOpenedByWhatIsRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  LibraryHandles<int> handles;
  int opened = 0, used = 0;
  const auto use = [&] {
    handles.With(
        Device(), [&] { return ++opened; }, [&](int) { ++used; });
  };
  EXPECT_EQ(RecordGraph(Device(), use), nullptr);
  EXPECT_EQ(opened, 0);
  use();
  EXPECT_NE(RecordGraph(Device(), use), nullptr);
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(used, 2);
}

}  // namespace
}  // namespace paddle::platform
