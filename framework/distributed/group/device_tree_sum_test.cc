#include "paddle/framework/distributed/group/device_tree_sum.h"

#include <cstring>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::distributed {
namespace {

using platform::CPUPlace;
using platform::CUDAPlace;

constexpr int kShards = 5;
constexpr int64_t kCount = 1000;

template <class T>
std::vector<std::vector<T>> NumbersOfShards() {
  std::vector<std::vector<T>> numbers(kShards);
  uint32_t state = 1;
  for (auto& shard : numbers) {
    for (int64_t i = 0; i < kCount; ++i) {
      state = state * 1664525u + 1013904223u;
      shard.push_back(static_cast<T>(static_cast<float>(state >> 8) / 65536));
    }
  }
  return numbers;
}

std::vector<Addition> Additions() {
  return PartsOfMembers(kShards, kShards).additions;
}

template <class T>
std::vector<T> OnCPU(Reduction reduction) {
  auto numbers = NumbersOfShards<T>();
  std::vector<void*> parts;
  for (auto& shard : numbers) parts.push_back(shard.data());
  CombinePartsOn(platform::CPUContext(), Additions(), parts, parts[0], kCount,
                 framework::DataTypeOf<T>(), reduction);
  return numbers[0];
}

template <class T>
std::vector<T> OnGPU(Reduction reduction) {
  const auto numbers = NumbersOfShards<T>();
  const size_t bytes = kCount * sizeof(T);
  std::vector<std::shared_ptr<memory::Allocation>> memory;
  std::vector<void*> parts;
  for (const auto& shard : numbers) {
    memory.push_back(memory::AllocatorOf(CUDAPlace(0)).Allocate(bytes));
    parts.push_back(memory.back()->data());
    memory::Copy(CUDAPlace(0), parts.back(), CPUPlace(), shard.data(), bytes);
  }
  const auto& device = platform::DeviceContextOf(CUDAPlace(0));
  CombinePartsOn(device, Additions(), parts, parts[0], kCount,
                 framework::DataTypeOf<T>(), reduction);
  std::vector<T> result(kCount);
  memory::Copy(CPUPlace(), result.data(), CUDAPlace(0), parts[0], bytes);
  return result;
}

template <class T>
class DeviceTreeSumTest : public ::testing::Test {};
using Types = ::testing::Types<float, double, platform::float16, int32_t>;
TYPED_TEST_SUITE(DeviceTreeSumTest, Types);

TYPED_TEST(DeviceTreeSumTest, HasTheBitsOfTheCPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (Reduction each : {Reduction::kSum, Reduction::kMax, Reduction::kMin}) {
    const auto expected = OnCPU<TypeParam>(each), got = OnGPU<TypeParam>(each);
    EXPECT_EQ(
        std::memcmp(expected.data(), got.data(), kCount * sizeof(TypeParam)),
        0);
  }
}

TEST(DeviceTreeSum, CombinesOnTheCPU) {
  std::vector<double> expected(kCount, 0);
  for (const auto& shard : NumbersOfShards<double>()) {
    for (int64_t i = 0; i < kCount; ++i) expected[i] += shard[i];
  }
  EXPECT_EQ(OnCPU<double>(Reduction::kSum), expected);
}

}  // namespace
}  // namespace paddle::distributed
