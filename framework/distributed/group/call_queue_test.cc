#include "paddle/framework/distributed/group/call_queue.h"

#include <future>
#include <memory>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using ::testing::ElementsAre;

TEST(CallQueue, RunsCallsInOrder) {
  CallQueue queue;
  std::vector<int> order;
  queue.Add([&] { order.push_back(1); });
  queue.Add([&] { order.push_back(2); }).Wait();
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST(CallQueue, CallerGoesOnMeanwhile) {
  CallQueue queue;
  std::promise<void> go;
  auto call = queue.Add([&] { go.get_future().wait(); });
  EXPECT_FALSE(call.Ended());
  go.set_value();
  call.Wait();
  EXPECT_TRUE(call.Ended());
}

TEST(CallQueue, ExceptionReachesWhoWaits) {
  CallQueue queue;
  auto fails = queue.Add([] { PADDLE_THROW(Unavailable, "no"); });
  auto next = queue.Add([] {});
  EXPECT_ERROR(fails.Wait(), Unavailable, "no");
  EXPECT_ERROR(fails.Wait(), Unavailable, "no");  // each time
  next.Wait();
}

TEST(CallQueue, DropsWhatACallHolds) {
  CallQueue queue;
  auto held = std::make_shared<int>(0);
  queue.Add([held] { ++*held; }).Wait();
  EXPECT_EQ(*held, 1);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(CallQueue, EndsWhatItWasGivenBeforeItGoes) {
  int done = 0;
  {
    CallQueue queue;
    for (int i = 0; i < 100; ++i) queue.Add([&] { ++done; });
  }
  EXPECT_EQ(done, 100);
}

TEST(CallQueue, WithoutCallsHasNoThread) { CallQueue queue; }

}  // namespace
}  // namespace paddle::distributed
