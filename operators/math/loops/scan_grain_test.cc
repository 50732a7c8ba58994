#include "paddle/operators/math/loops/scan_grain.h"

#include <atomic>
#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

int CallsOf(int64_t rows, int64_t grain) {
  std::atomic<int> calls{0};
  platform::ParallelFor(rows, ScanGrain(rows, grain),
                        [&](int64_t, int64_t) { ++calls; });
  return calls;
}

TEST(ScanGrain, CallsABodyOnceForEachThread) {
  const int before = platform::NumThreads();
  platform::SetNumThreads(3);
  for (const int64_t rows : {999, 1000, 1001, 100000}) {
    EXPECT_EQ(CallsOf(rows, 1), 3) << rows;
    EXPECT_EQ(CallsOf(rows, 64), 3) << rows;
    EXPECT_EQ(CallsOf(rows, rows), 1) << rows;
  }
  EXPECT_EQ(CallsOf(2, 1), 2);
  platform::SetNumThreads(before);
}

}  // namespace
}  // namespace paddle::operators::kernels
