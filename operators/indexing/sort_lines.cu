#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>

#include "paddle/operators/indexing/sort_lines.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

// The lines that one call of CUB sorts, and where their results go.
template <typename Key>
struct Run {
  Run From(int64_t line, int64_t count) const {
    const int64_t skipped = line * size;
    return {count,
            size,
            keys + skipped,
            sorted + skipped,
            positions + skipped,
            indices + skipped};
  }
  int64_t lines, size;
  const Key* keys;
  Key* sorted;
  const int64_t* positions;
  int64_t* indices;
};

struct FirstOfLine {
  __host__ __device__ int operator()(int64_t line) const {
    return static_cast<int>(line * size);
  }
  int64_t size;
};

// Sorts many lines, each by one block of threads.
template <typename Key>
cudaError_t ByBlocks(const Run<Key>& run, void* space, size_t& bytes,
                     cudaStream_t stream) {
  const auto first = thrust::make_transform_iterator(
      thrust::make_counting_iterator<int64_t>(0), FirstOfLine{run.size});
  return cub::DeviceSegmentedRadixSort::SortPairs(
      space, bytes, run.keys, run.sorted, run.positions, run.indices,
      static_cast<int>(run.lines * run.size), static_cast<int>(run.lines),
      first, first + 1, 0, 8 * sizeof(Key), stream);
}

// Sorts a single line with all threads of the device.
template <typename Key>
cudaError_t AtOnce(const Run<Key>& run, void* space, size_t& bytes,
                   cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(space, bytes, run.keys, run.sorted,
                                         run.positions, run.indices, run.size,
                                         0, 8 * sizeof(Key), stream);
}

// Calls `sort` twice, as CUB asks for: without space it reports how much it
// needs.
template <typename Key, typename Sort>
void InSpace(const platform::CUDADeviceContext& device, const Run<Key>& run,
             const Sort& sort) {
  constexpr char kWhat[] = "sorting";
  const cudaStream_t stream = platform::CUDAContext(device).stream();
  size_t bytes = 0;
  platform::CheckCUDA(sort(run, nullptr, bytes, stream), kWhat);
  const DeviceScratch<char> space(device, bytes);
  platform::CheckCUDA(sort(run, space.data(), bytes, stream), kWhat);
}

// Chooses the algorithm: one block per line would leave most of the GPU idle
// when lines are long and few. CUB counts in int, which limits the number of
// lines per call.
template <typename Key>
void SortRun(const platform::CUDADeviceContext& device, const Run<Key>& run) {
  constexpr int64_t kLong = int64_t{1} << 16;
  constexpr int64_t kMost = std::numeric_limits<int>::max();
  const bool at_once = run.size >= kLong;
  const int64_t together = at_once ? 1 : kMost / run.size;
  for (int64_t line = 0; line < run.lines; line += together) {
    const Run<Key> part = run.From(line, std::min(together, run.lines - line));
    InSpace(device, part, at_once ? AtOnce<Key> : ByBlocks<Key>);
  }
}

}  // namespace

template <typename Key>
void SortLinesOnCUDA(const platform::CUDADeviceContext& device, int64_t lines,
                     int64_t size, Key* keys, int64_t* indices) {
  const int64_t count = lines * size;
  if (count == 0) return;
  const DeviceScratch<Key> sorted(device, count);
  const DeviceScratch<int64_t> positions(device, count);
  int64_t* const position = positions.data();
  platform::ForEach(device, count,
                    [=] PADDLE_DEVICE(int64_t i) { position[i] = i % size; });
  SortRun(device,
          Run<Key>{lines, size, keys, sorted.data(), position, indices});
}

PADDLE_INSTANTIATE_ONE(SortLinesOnCUDA<uint32_t>);
PADDLE_INSTANTIATE_ONE(SortLinesOnCUDA<uint64_t>);

}  // namespace paddle::operators::kernels
