#include "paddle/framework/distributed/master/node_fence.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/testing/memory_leased_store.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

void Rest() { std::this_thread::sleep_for(milliseconds(5)); }

TEST(NodeFenceTest, ClosesBeforeTheLeaseHasRunOut) {
  MemoryLeasedStore store;
  const auto lease = store.Grant(milliseconds(2000));
  std::atomic<bool> closed{false}, alive{false};
  NodeFence fence(lease.get(), milliseconds(2000), [&] {
    alive = lease->alive();
    closed = true;
  });
  EXPECT_TRUE(fence.open());
  store.SetAway(true);  // It cannot be renewed.
  while (fence.open()) {
    fence.Touch();
    Rest();
  }
  EXPECT_TRUE(closed);
  EXPECT_TRUE(alive);
  store.SetAway(false);
}

TEST(NodeFenceTest, StaysOpenAsLongAsTheLeaseIsRenewed) {
  MemoryLeasedStore store;
  const auto lease = store.Grant(milliseconds(400));
  int closed = 0;
  {
    NodeFence fence(lease.get(), milliseconds(400), [&] { ++closed; });
    const auto end = steady_clock::now() + milliseconds(1200);
    while (steady_clock::now() < end) {
      fence.Touch();
      Rest();
    }
    EXPECT_TRUE(fence.open());
  }
  EXPECT_EQ(closed, 0);
}

TEST(NodeFenceTest, AThreadThatHangsLosesTheLease) {
  MemoryLeasedStore store;
  const auto lease = store.Grant(milliseconds(200));
  NodeFence fence(lease.get(), milliseconds(200), [] {});
  while (fence.open()) Rest();  // Nobody touches it.
  while (lease->alive()) Rest();
}

}  // namespace
}  // namespace paddle::distributed
