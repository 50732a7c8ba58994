#include "paddle/memory/copy.h"

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::memory {
namespace {

constexpr platform::Place kCPU = platform::CPUPlace();
constexpr platform::Place kCUDA = platform::CUDAPlace(0);
constexpr platform::Place kPinned(platform::PlaceKind::kCUDAPinned);

std::vector<char> Pattern(size_t size) {
  std::vector<char> bytes(size);
  std::iota(bytes.begin(), bytes.end(), 0);
  return bytes;
}

TEST(Copy, EverySize) {
  for (const size_t size : {0, 1, 100, 5000000}) {
    const std::vector<char> source = Pattern(size);
    std::vector<char> target(size + 1, 'x');
    Copy(kCPU, target.data(), kCPU, source.data(), size);
    EXPECT_EQ(target.back(), 'x');
    target.pop_back();
    EXPECT_EQ(source, target);
  }
  Copy(kCPU, nullptr, kCPU, nullptr, 0);
}

TEST(Copy, NamesThePlaceThatIsNotThere) {
  char a = 0, b = 0;
  EXPECT_ERROR(Copy(platform::CUDAPlace(99), &a, kCPU, &b, 1), Unavailable,
               "CUDA:99");
  EXPECT_ERROR(CopyAsync(kCPU, &a, platform::CUDAPlace(99), &b, 1), Unavailable,
               "CUDA:99");
}

// Through each pair of places, one after the other.
TEST(Copy, BetweenAllPlaces) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (const size_t size : {0, 1, 100, 5000000}) {
    const std::vector<char> source = Pattern(size);
    auto from = AllocatorOf(kCPU).Allocate(size);
    Copy(kCPU, from->data(), kCPU, source.data(), size);
    for (platform::Place place : {kCUDA, kCUDA, kPinned, kCUDA, kCPU}) {
      auto to = AllocatorOf(place).Allocate(size);
      Copy(place, to->data(), from->place(), from->data(), size);
      from = to;
    }
    std::vector<char> target(size);
    Copy(kCPU, target.data(), kCPU, from->data(), size);
    EXPECT_EQ(source, target);
  }
  Copy(kCUDA, nullptr, kCPU, nullptr, 0);
}

TEST(CopyAsync, IsInOrderAndLeavesTheSourceAlone) {
  PADDLE_SKIP_WITHOUT_GPU();
  const std::vector<char> wanted = Pattern(1000);
  std::vector<char> source = wanted;
  const auto first = AllocatorOf(kCUDA).Allocate(1000);
  const auto second = AllocatorOf(kCUDA).Allocate(1000);
  CopyAsync(kCUDA, first->data(), kCPU, source.data(), 1000);
  source.assign(1000, 'x');
  CopyAsync(kCUDA, second->data(), kCUDA, first->data(), 1000);
  CopyAsync(kCUDA, first->data(), kCPU, source.data(), 1000);
  std::vector<char> target(1000);
  CopyAsync(kCPU, target.data(), kCUDA, second->data(), 1000);
  platform::DeviceContextOf(kCUDA).Wait();
  EXPECT_EQ(target, wanted);
}

}  // namespace
}  // namespace paddle::memory
