// Implements launch.cuh on a GPU.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"
#include "paddle/platform/host_device.h"

// Marks the lambdas that ForEach and ForEachTeam run.
#define PADDLE_DEVICE __device__

namespace paddle::platform {

namespace internal {
// The threads of a block, and the largest grid: CUDA allows 2^31 - 1 blocks,
// and kernels loop over what is left.
inline constexpr int kThreads = 256;
inline constexpr int64_t kMaxBlocks = int64_t{1} << 30;
}  // namespace internal

// The threads of one block, which work together on one item.
class Team {
 public:
  // The number of lanes for items of more than 512 elements.
  static constexpr int kMaxSize = internal::kThreads;

  __device__ explicit Team(int64_t index) : index_(index) {}

  // Returns the number of the item that this team works on.
  __device__ int64_t index() const { return index_; }
  __device__ int lane() const { return threadIdx.x; }  // in [0, size())
  // Returns the number of lanes, which depends on the amount of work.
  __device__ int size() const { return blockDim.x; }

  // Waits until all lanes arrive, which all of them must; each then sees what
  // the others wrote to memory before.
  __device__ void Barrier() const { __syncthreads(); }

  // Returns shared memory of all lanes, the same for each call with this type.
  // Its contents are whatever was there before.
  template <typename Space>
  __device__ Space& Shared() const {
    static_assert(std::is_trivially_default_constructible_v<Space>);
    __shared__ Space space;
    return space;
  }

  // Reduces the values of all lanes in a fixed order and returns the result to
  // all of them. Every lane must call it. The reducer must be commutative and,
  // but for rounding, associative; T is trivially copyable and at most 16
  // bytes.
  template <typename T, typename Reducer>
  __device__ T Reduce(T value, const Reducer& reduce) const {
    __shared__ alignas(16) char space[32 * 16];
    static_assert(sizeof(T) <= 16);
    T* const of_warp = reinterpret_cast<T*>(space);
    value = OfWarp(value, reduce, 32);
    __syncthreads();  // an earlier call may still be reading the space
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
    __syncthreads();
    const int warps = blockDim.x / 32;
    T result = of_warp[0];
    for (int warp = 1; warp < warps; ++warp) {
      result = reduce(result, of_warp[warp]);
    }
    return result;
  }

  // Reduces the values of a warp by shuffles, without shared memory; the result
  // is valid in its lane 0.
 private:
  template <typename T, typename Reducer>
  __device__ static T OfWarp(T value, const Reducer& reduce, int width) {
    for (int offset = width / 2; offset > 0; offset /= 2) {
      value = reduce(value, Shuffled(value, offset));
    }
    return value;
  }

  // Returns the value of the lane that is `offset` further on in the warp.
  template <typename T>
  // Shuffles move 32 bits, so wider values travel word by word.
  __device__ static T Shuffled(const T& value, int offset) {
    constexpr int kWords = (sizeof(T) + 3) / 4;
    union Words {
      __device__ Words() {}
      int words[kWords];
      T value;
    };
    Words all;
    all.value = value;
    for (int i = 0; i < kWords; ++i) {
      all.words[i] = __shfl_down_sync(0xffffffffu, all.words[i], offset);
    }
    return all.value;
  }

  const int64_t index_;
};

namespace internal {

// A grid-stride loop: any size is right for any number of blocks.
template <typename Functor>
__global__ void __launch_bounds__(kThreads)
    RunForEach(int64_t size, const Functor functor) {
  const int64_t all = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
       i < size; i += all) {
    functor(i);
  }
}

// Each block takes one item after the other, in steps of the number of blocks.
template <typename Functor>
__global__ void __launch_bounds__(kThreads)
    RunForEachTeam(int64_t teams, const Functor functor) {
  for (int64_t i = blockIdx.x; i < teams; i += gridDim.x) functor(Team(i));
}

}  // namespace internal

// Calls functor(i) for each i in [0, size).
template <typename Functor>
void ForEach(const DeviceContext& device, int64_t size,
             const Functor& functor) {
  // An empty grid would be an error of CUDA.
  if (size <= 0) return;
  const CUDADeviceContext& context = CUDAContext(device);
  context.Select();
  const int64_t blocks =
      std::min((size - 1) / internal::kThreads + 1, internal::kMaxBlocks);
  internal::RunForEach<<<static_cast<unsigned>(blocks), internal::kThreads, 0,
                         context.stream()>>>(size, functor);
  CheckCUDA(cudaGetLastError(), "launching a kernel");
}

// Calls functor(team) for each of `teams` teams. `work`, the number of elements
// that each team goes through, determines how many lanes a team has.
template <typename Functor>
void ForEachTeam(const DeviceContext& device, int64_t teams, int64_t work,
                 const Functor& functor) {
  if (teams <= 0) return;
  const CUDADeviceContext& context = CUDAContext(device);
  context.Select();
  // Lanes without work would only occupy the GPU, so small items get small
  // teams.
  const int threads = work <= 64 ? 32 : work <= 512 ? 128 : internal::kThreads;
  const int64_t blocks = std::min(teams, internal::kMaxBlocks);
  internal::RunForEachTeam<<<static_cast<unsigned>(blocks), threads, 0,
                             context.stream()>>>(teams, functor);
  CheckCUDA(cudaGetLastError(), "launching a kernel");
}

}  // namespace paddle::platform
