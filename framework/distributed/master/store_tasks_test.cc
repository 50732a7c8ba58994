#include "paddle/framework/distributed/master/store_tasks.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/testing/memory_leased_store.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class StoreTasksTest : public ::testing::Test {
 protected:
  std::unique_ptr<StoreTasks> Trainer(const std::string& job = "a",
                                      int attempt = 1) {
    return std::make_unique<StoreTasks>(&store_, job, attempt, 3);
  }

  MemoryLeasedStore store_;
};

TEST_F(StoreTasksTest, EachTaskIsOneTrainers) {
  const auto first = Trainer(), second = Trainer(), other = Trainer("b");
  EXPECT_EQ(first->Claim(), 0);
  EXPECT_EQ(second->Claim(), 1);
  EXPECT_EQ(other->Claim(), 0);
  first->Done(0);
  EXPECT_EQ(first->Claim(), 2);
  EXPECT_EQ(second->Claim(), absl::nullopt);  // does not wait for task 2
  second->Done(1);
  first->Done(2);
  EXPECT_EQ(first->Claim(), absl::nullopt);
  EXPECT_EQ(Trainer()->Claim(), absl::nullopt);  // they stay done
}

TEST_F(StoreTasksTest, ALostTrainerGivesItsTaskBack) {
  auto lost = Trainer();
  const auto kept = Trainer();
  EXPECT_EQ(lost->Claim(), 0);
  lost.reset();
  EXPECT_EQ(kept->Claim(), 0);
}

TEST_F(StoreTasksTest, ALaterAttemptDoesNotWaitForLeases) {
  const auto first = Trainer();
  EXPECT_EQ(first->Claim(), 0);
  EXPECT_EQ(first->Claim(), 1);
  first->Done(0);
  EXPECT_EQ(Trainer("a", 2)->Claim(), 1);
}

TEST_F(StoreTasksTest, WhoIsLateCannotSayThatItIsDone) {
  const auto late = Trainer();
  EXPECT_EQ(late->Claim(), 0);
  store_.Expire();
  const auto next = Trainer();
  EXPECT_EQ(next->Claim(), 0);
  EXPECT_ERROR(late->Done(0), Unavailable, "task 0 was done too late");
  next->Done(0);
  EXPECT_ERROR(next->Done(0), FailedPrecondition, "was not claimed");
}

TEST_F(StoreTasksTest, TheStoreMayBeAway) {
  const auto trainer = Trainer();
  store_.SetAway(true);
  EXPECT_ERROR(trainer->Claim(), Unavailable, "away");
  store_.SetAway(false);
  EXPECT_EQ(trainer->Claim(), 0);
}

}  // namespace
}  // namespace paddle::distributed
