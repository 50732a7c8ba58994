// Implements launch.cuh on the CPU.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/emulated_memory.h"
#include "paddle/platform/graph_recording.h"
#include "paddle/platform/host_device.h"

// Lambdas need no mark where the C++ compiler compiles them.
#define PADDLE_DEVICE

namespace paddle::platform {

// A team of one lane, which does all the work.
class Team {
 public:
  // The interface is that of launch_nvcc.cuh, which explains it. With one lane,
  // barriers and reductions do nothing.
  static constexpr int kMaxSize = 1;

  explicit Team(int64_t index) : index_(index) {}

  int64_t index() const { return index_; }
  int lane() const { return 0; }
  int size() const { return 1; }
  void Barrier() const {}
  // Thread-local, as several kernels may run at once; like on a GPU, the
  // contents are what an earlier team left.
  template <typename Space>
  Space& Shared() const {
    static_assert(std::is_trivially_default_constructible_v<Space>);
    static thread_local Space space;
    return space;
  }
  template <typename T, typename Reducer>
  T Reduce(T value, const Reducer&) const {
    return value;
  }

 private:
  const int64_t index_;
};

// Runs from the last element to the first, so that a kernel that wrongly relies
// on the order of elements fails its test.
template <typename Functor>
void ForEach(const DeviceContext& device, int64_t size,
             const Functor& functor) {
  CUDAContext(device).Select();
  internal::SubmitEmulated([=] {
    const EmulatedMemoryAccess access;
    for (int64_t i = size - 1; i >= 0; --i) functor(i);
  });
}

// Ignores `work`: the team has one lane whatever it does.
template <typename Functor>
void ForEachTeam(const DeviceContext& device, int64_t teams, int64_t work,
                 const Functor& functor) {
  static_cast<void>(work);
  ForEach(device, teams, [=](int64_t i) { functor(Team(i)); });
}

}  // namespace paddle::platform
