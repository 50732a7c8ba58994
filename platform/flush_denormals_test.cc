#include "paddle/platform/flush_denormals.h"

#include <atomic>
#include <limits>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/platform/parallel_for.h"

namespace paddle::platform {
namespace {

constexpr float kLeast = std::numeric_limits<float>::min();

// Returns x * y, computed when the program runs.
float Product(float x, float y) {
  volatile float a = x, b = y;
  return a * b;
}

TEST(FlushDenormalsTest, TakesThemForZeros) {
  EXPECT_GT(Product(kLeast, 0.5F), 0);
  EXPECT_FALSE(FlushDenormals::IsOn());
  {
    const FlushDenormals flush(true);
    EXPECT_TRUE(FlushDenormals::IsOn());
    EXPECT_EQ(Product(kLeast, 0.5F), 0);         // a result
    EXPECT_EQ(Product(kLeast / 2, 1024.0F), 0);  // an operand
    EXPECT_EQ(Product(kLeast, 1), kLeast);       // the least that is none
    const FlushDenormals keep(false);
    EXPECT_GT(Product(kLeast, 0.5F), 0);
  }
  EXPECT_FALSE(FlushDenormals::IsOn());
  EXPECT_GT(Product(kLeast, 0.5F), 0);
}

TEST(FlushDenormalsTest, ThreadsThatRunKeepThem) {
  std::atomic<bool> look{false}, on{true};
  std::thread other([&] {
    while (!look) std::this_thread::yield();
    on = FlushDenormals::IsOn();
  });
  const FlushDenormals flush(true);
  look = true;
  other.join();
  EXPECT_FALSE(on);
}

// Counts the pieces of a loop on three threads that flush.
int FlushingPieces() {
  std::atomic<int> missing{3}, flushing{0};
  ParallelFor(3, 1, [&](int64_t, int64_t) {
    if (Product(kLeast, 0.5F) == 0) ++flushing;
    --missing;  // waits until all have begun: each is on a thread of its own
    while (missing > 0) std::this_thread::yield();
  });
  return flushing;
}

TEST(FlushDenormalsTest, PiecesOfALoopDoAsItsThread) {
  SetNumThreads(3);
  {
    const FlushDenormals flush(true);
    EXPECT_EQ(FlushingPieces(), 3);
  }
  EXPECT_EQ(FlushingPieces(), 0);
}

}  // namespace
}  // namespace paddle::platform
