#include "paddle/memory/copy.h"

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::memory {
namespace {

constexpr platform::Place kCPU = platform::CPUPlace();

TEST(Copy, EverySize) {
  for (const size_t size : {0, 1, 100, 5000000}) {
    std::vector<char> source(size), target(size + 1, 'x');
    std::iota(source.begin(), source.end(), 0);
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
}

}  // namespace
}  // namespace paddle::memory
