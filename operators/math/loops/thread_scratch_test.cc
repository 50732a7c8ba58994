#include "paddle/operators/math/loops/thread_scratch.h"

#include <thread>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

TEST(ThreadScratchTest, KeepsItsMemory) {
  void* first = ThreadScratch(ScratchSlot::kPiece, 1000);
  EXPECT_EQ(ThreadScratch(ScratchSlot::kPiece, 10), first);
  EXPECT_EQ(ThreadScratch(ScratchSlot::kPiece, 1000), first);
}

TEST(ThreadScratchTest, Grows) {
  ThreadScratch(ScratchSlot::kPiece, 8);
  double* larger = ThreadScratch<double>(ScratchSlot::kPiece, 100000);
  larger[0] = 1;
  larger[99999] = 2;
  EXPECT_EQ(larger[0] + larger[99999], 3);
}

TEST(ThreadScratchTest, SlotsAndThreadsAreApart) {
  void* piece = ThreadScratch(ScratchSlot::kPiece, 64);
  EXPECT_NE(ThreadScratch(ScratchSlot::kShared, 64), piece);
  void* other = nullptr;
  std::thread([&] { other = ThreadScratch(ScratchSlot::kPiece, 64); }).join();
  EXPECT_NE(other, piece);
}

}  // namespace
}  // namespace paddle::operators::kernels
