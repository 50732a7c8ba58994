#include <cstdint>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/device_mark.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/testing/gpu.h"

namespace paddle::platform {
namespace {

void Count(const CUDADeviceContext& device, int64_t count, int64_t* numbers) {
  ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) { numbers[i] = i; });
}

void Double(const CUDADeviceContext& device, int64_t count, int64_t* numbers) {
  ForEach(device, count,
          [=] PADDLE_DEVICE(int64_t i) { numbers[i] = 2 * numbers[i] + 1; });
}

TEST(DeviceMark, OrdersTwoStreams) {
  PADDLE_SKIP_WITHOUT_GPU();
  const CUDADeviceContext& first = CUDAContext(DeviceContextOf(CUDAPlace(0)));
  static const auto* const other = new CUDADeviceContext(0);  // for ever
  const CUDADeviceContext& second = *other;
  constexpr int64_t kCount = 1 << 22;
  const auto memory =
      memory::AllocatorOf(CUDAPlace(0)).Allocate(kCount * sizeof(int64_t));
  auto* numbers = static_cast<int64_t*>(memory->data());
  Count(first, kCount, numbers);
  DeviceMark(first).Precede(second);
  Double(second, kCount, numbers);
  const DeviceMark end(second);
  while (!end.Passed()) std::this_thread::yield();
  int64_t last = 0;
  memory::Copy(CPUPlace(), &last, CUDAPlace(0), numbers + kCount - 1,
               sizeof(last));
  EXPECT_EQ(last, 2 * kCount - 1);
}

}  // namespace
}  // namespace paddle::platform
