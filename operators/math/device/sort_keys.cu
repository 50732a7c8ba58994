#include <cstddef>
#include <deque>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/thrust.cuh"

namespace paddle::operators::kernels {
namespace {

// An allocator for Thrust over the scratch memory of the device, which neither
// waits nor calls CUDA, as Thrust's own would. Owns what it has given until its
// end: algorithms ask for one block or two.
class ThrustScratch {
 public:
  using value_type = char;

  explicit ThrustScratch(const platform::DeviceContext& device)
      : device_(device) {}
  char* allocate(std::ptrdiff_t bytes) {
    return blocks_.emplace_back(device_, bytes).data<char>();
  }
  void deallocate(char*, size_t) {}

 private:
  const platform::DeviceContext& device_;
  std::deque<DeviceMemory> blocks_;
};

void NumberAll(const platform::CUDADeviceContext& device, int64_t count,
               int64_t* numbers) {
  platform::ForEach(device, count,
                    [=] PADDLE_DEVICE(int64_t i) { numbers[i] = i; });
}

}  // namespace

template <class Device, class Key>
void SortKeys(const Device& device, int64_t count, Key* keys,
              int64_t* positions) {
  NumberAll(device, count, positions);
  ThrustScratch scratch(device);
  platform::RunThrust(device, scratch, [=](const auto& policy) {
    thrust::stable_sort_by_key(policy, keys, keys + count, positions);
  });
}

template <class Device>
int64_t GroupKeys(const Device& device, int64_t count, uint64_t* keys,
                  int64_t* positions, int64_t* starts) {
  platform::RefuseWhileRecording("counting keys on a GPU");
  SortKeys(device, count, keys, positions);
  NumberAll(device, count, starts);
  ThrustScratch scratch(device);
  int64_t found = 0;
  // By reference: RunThrust returns after the call, which is not recorded.
  platform::RunThrust(device, scratch, [=, &found](const auto& policy) {
    found =
        thrust::unique_by_key(policy, keys, keys + count, starts).first - keys;
  });
  const int64_t end = found;
  platform::ForEach(device, 1,
                    [=] PADDLE_DEVICE(int64_t) { starts[end] = count; });
  return found;
}

PADDLE_INSTANTIATE(SortKeys, platform::CUDADeviceContext, uint32_t, uint64_t);
PADDLE_INSTANTIATE_ONE(GroupKeys<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
