#include <cstdint>

#include "paddle/operators/indexing/sort_lines.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

template <typename Key>
struct Lines {
  // True if element a sorts after element b. Comparing positions last makes the
  // sort stable, which a bitonic network by itself is not.
  PADDLE_HOST_DEVICE bool Behind(int64_t a, int64_t b) const {
    return keys[a] > keys[b] || (keys[a] == keys[b] && indices[a] > indices[b]);
  }
  PADDLE_HOST_DEVICE void Exchange(int64_t a, int64_t b) const {
    const Key key = keys[a];
    const int64_t index = indices[a];
    keys[a] = keys[b];
    indices[a] = indices[b];
    keys[b] = key;
    indices[b] = index;
  }
  Key* keys;
  int64_t* indices;
  int64_t size;
};

// Runs one step of a bitonic network on all lines. It compares element i with
// element i ^ mask, where `bit` is the highest bit of mask. Lines whose size is
// no power of two behave as if followed by keys above all others: those would
// never move, so they need no memory.
template <typename Key>
void Step(const platform::CUDADeviceContext& device, int64_t count,
          const Lines<Key>& all, int64_t bit, int64_t mask) {
  const Lines<Key> lines = all;
  platform::ForEach(device, count * lines.size,
                    [=] PADDLE_DEVICE(int64_t thread) {
                      const int64_t i = thread % lines.size;
                      const int64_t partner = i ^ mask;
                      if ((i & bit) != 0 || partner >= lines.size) return;
                      const int64_t other = thread + (partner - i);
                      if (lines.Behind(thread, other))
                        lines.Exchange(thread, other);
                    });
}

}  // namespace

template <typename Key>
void SortLinesOnCUDA(const platform::CUDADeviceContext& device, int64_t lines,
                     int64_t size, Key* keys, int64_t* indices) {
  platform::ForEach(device, lines * size,
                    [=] PADDLE_DEVICE(int64_t i) { indices[i] = i % size; });
  const Lines<Key> all{keys, indices, size};
  for (int64_t sorted = 1; sorted < size; sorted *= 2) {
    Step(device, lines, all, sorted, 2 * sorted - 1);
    for (int64_t bit = sorted / 2; bit > 0; bit /= 2) {
      Step(device, lines, all, bit, bit);
    }
  }
}

PADDLE_INSTANTIATE_ONE(SortLinesOnCUDA<uint32_t>);
PADDLE_INSTANTIATE_ONE(SortLinesOnCUDA<uint64_t>);

}  // namespace paddle::operators::kernels
