#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/copy.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using platform::CPUPlace;
using platform::CUDAPlace;

const platform::CUDADeviceContext& Gpu() {
  return platform::CUDAContext(platform::DeviceContextOf(CUDAPlace(0)));
}

// Owns a copy of numbers in memory of the GPU.
template <typename T>
class Numbers {
 public:
  explicit Numbers(const std::vector<T>& numbers)
      : size_(numbers.size()), memory_(Gpu(), size_ * sizeof(T)) {
    memory::Copy(CUDAPlace(0), data(), CPUPlace(), numbers.data(),
                 size_ * sizeof(T));
  }
  T* data() const { return memory_.data<T>(); }
  std::vector<T> Read() const {
    std::vector<T> numbers(size_);
    memory::Copy(CPUPlace(), numbers.data(), CUDAPlace(0), data(),
                 size_ * sizeof(T));
    return numbers;
  }

 private:
  const size_t size_;
  const DeviceMemory memory_;
};

// Lists of `size` keys: sorted, in reverse, all equal, with many duplicates,
// and of all bits.
template <typename Key>
std::vector<std::vector<Key>> KeysOf(int64_t size) {
  std::vector<std::vector<Key>> lists(5, std::vector<Key>(size));
  std::mt19937_64 random(size);
  for (int64_t i = 0; i < size; ++i) {
    lists[0][i] = static_cast<Key>(i);
    lists[1][i] = ~static_cast<Key>(i);
    lists[2][i] = 42;
    lists[3][i] = static_cast<Key>(random() % 100);
    lists[4][i] = static_cast<Key>(random());
  }
  return lists;
}

template <typename Key>
void ExpectSorted(std::vector<Key> keys) {
  const int64_t size = static_cast<int64_t>(keys.size());
  std::vector<int64_t> positions(size);
  const Numbers<Key> gpu_keys(keys);
  const Numbers<int64_t> gpu_positions(positions);
  SortKeys(Gpu(), size, gpu_keys.data(), gpu_positions.data());
  SortKeys(platform::CPUDeviceContext(), size, keys.data(), positions.data());
  EXPECT_EQ(gpu_keys.Read(), keys) << size;
  EXPECT_EQ(gpu_positions.Read(), positions) << size;
}

void ExpectGrouped(std::vector<uint64_t> keys) {
  const int64_t size = static_cast<int64_t>(keys.size());
  std::vector<int64_t> positions(size), starts(size + 1);
  const Numbers<uint64_t> gpu_keys(keys);
  const Numbers<int64_t> gpu_positions(positions), gpu_starts(starts);
  const int64_t found = GroupKeys(Gpu(), size, gpu_keys.data(),
                                  gpu_positions.data(), gpu_starts.data());
  ASSERT_EQ(GroupKeys(platform::CPUDeviceContext(), size, keys.data(),
                      positions.data(), starts.data()),
            found);
  const auto first = [](auto numbers, int64_t count) {
    numbers.resize(count);
    return numbers;
  };
  EXPECT_EQ(first(gpu_keys.Read(), found), first(keys, found)) << size;
  EXPECT_EQ(gpu_positions.Read(), positions) << size;
  EXPECT_EQ(first(gpu_starts.Read(), found + 1), first(starts, found + 1));
}

TEST(SortKeysOnGPU, SortsAsTheCPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (const int64_t size : {0, 1, 2, 255, 5000, 1000000}) {
    for (const auto& keys : KeysOf<uint32_t>(size)) ExpectSorted(keys);
    for (const auto& keys : KeysOf<uint64_t>(size)) ExpectSorted(keys);
  }
}

TEST(GroupKeysOnGPU, GroupsAsTheCPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (const int64_t size : {0, 1, 2, 255, 5000, 1000000}) {
    for (const auto& keys : KeysOf<uint64_t>(size)) ExpectGrouped(keys);
  }
}

TEST(SortKeysOnGPU, IsRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  std::vector<uint32_t> keys = KeysOf<uint32_t>(5000)[3];
  const int64_t size = static_cast<int64_t>(keys.size());
  std::vector<int64_t> positions(size);
  const Numbers<uint32_t> gpu_keys(keys);
  const Numbers<int64_t> gpu_positions(positions);
  const auto sort = [&] {
    SortKeys(Gpu(), size, gpu_keys.data(), gpu_positions.data());
  };
  sort();  // The allocator has the scratch memory from here on.
  const auto graph = platform::RecordGraph(Gpu(), sort);
  ASSERT_NE(graph, nullptr);
  memory::Copy(CUDAPlace(0), gpu_keys.data(), CPUPlace(), keys.data(),
               size * sizeof(uint32_t));
  graph->Launch();
  SortKeys(platform::CPUDeviceContext(), size, keys.data(), positions.data());
  EXPECT_EQ(gpu_keys.Read(), keys);
  EXPECT_EQ(gpu_positions.Read(), positions);
}

TEST(GroupKeysOnGPU, CannotBeRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Numbers<uint64_t> keys({1, 1});
  const Numbers<int64_t> positions({0, 0}), starts({0, 0, 0});
  EXPECT_EQ(platform::RecordGraph(Gpu(),
                                  [&] {
                                    GroupKeys(Gpu(), 2, keys.data(),
                                              positions.data(), starts.data());
                                  }),
            nullptr);
}

}  // namespace
}  // namespace paddle::operators::kernels
