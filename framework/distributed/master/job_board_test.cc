#include "paddle/framework/distributed/master/job_board.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/testing/memory_leased_store.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;

JobState SentAt(int64_t time) {
  JobState state;
  state.mutable_needs()->set_sent(time);
  return state;
}

class JobBoardTest : public ::testing::Test {
 protected:
  MemoryLeasedStore store_;
  JobBoard board_{&store_};
  const std::unique_ptr<Lease> lease_ = store_.Grant(std::chrono::seconds(5));
};

TEST_F(JobBoardTest, KeepsJobsInTheOrderInWhichTheyCame) {
  board_.Add("b", SentAt(1));
  board_.Add("a", SentAt(2));
  board_.Add("a", SentAt(0));  // known
  std::vector<KnownJob> jobs = board_.Jobs();
  ASSERT_EQ(jobs.size(), 2);
  EXPECT_EQ(jobs[0].id, "b");
  EXPECT_EQ(jobs[1].id, "a");
  jobs[0].state.set_phase(JobState::RUNNING);
  KnownJob other = jobs[0];
  const int64_t lead = board_.Lead("x", *lease_);
  EXPECT_FALSE(board_.Change(jobs[0], lead + 1));  // does not lead
  EXPECT_TRUE(board_.Change(jobs[0], lead));
  EXPECT_FALSE(board_.Change(other, lead));  // has not seen that change
  EXPECT_EQ(board_.Jobs()[0].state.phase(), JobState::RUNNING);
  board_.Cancel("a");
  board_.Cancel("none");
  EXPECT_TRUE(board_.Jobs()[1].cancelled);
  EXPECT_FALSE(board_.Jobs()[0].cancelled);
}

TEST_F(JobBoardTest, ShowsTheProcessesOfTheAttempt) {
  JobState state;
  state.set_attempt(2);
  board_.Add("a", state);
  ProcessState running, done;
  running.set_phase(ProcessState::RUNNING);
  done.set_phase(ProcessState::DONE);
  board_.Say({"a", 1, "trainer-0"}, done, *lease_);
  board_.Say({"a", 2, "trainer-0"}, running, *lease_);
  board_.Say({"a", 2, "trainer-1"}, done, *lease_);
  store_.Set("processes/a/x/y", "");  // nobody's
  const auto processes = board_.Jobs()[0].processes;
  EXPECT_EQ(processes.size(), 2);
  EXPECT_EQ(processes.at("trainer-0").phase(), ProcessState::RUNNING);
  // Those that have ended are known when their node has gone.
  store_.Expire();
  EXPECT_EQ(board_.Jobs()[0].processes.size(), 1);
  EXPECT_EQ(board_.Jobs()[0].processes.count("trainer-1"), 1);
}

TEST_F(JobBoardTest, ForgetsWhatIsOver) {
  JobState state;
  state.set_attempt(2);
  board_.Add("a", state);
  for (const int attempt : {1, 2}) {
    board_.Say({"a", attempt, "trainer-0"}, {}, *lease_);
  }
  store_.Set("tasks/a/done/0", "");
  store_.Set("tasks/ab/done/0", "");
  board_.Cancel("a");
  board_.Forget(board_.Jobs()[0], /*over=*/false);
  EXPECT_EQ(store_.List("processes/").entries.size(), 1);
  EXPECT_EQ(store_.List("tasks/").entries.size(), 2);
  board_.Forget(board_.Jobs()[0], /*over=*/true);
  EXPECT_TRUE(store_.List("processes/").entries.empty());
  EXPECT_TRUE(store_.List("cancelled/").entries.empty());
  EXPECT_EQ(store_.List("tasks/").entries.size(), 1);
}

TEST_F(JobBoardTest, OneLeads) {
  const auto other = store_.Grant(std::chrono::seconds(5));
  const int64_t lead = board_.Lead("x", *lease_);
  EXPECT_NE(lead, 0);
  EXPECT_EQ(board_.Lead("y", *other), 0);
  EXPECT_EQ(board_.Lead("x", *lease_), lead);
  store_.Expire();
  const auto later = store_.Grant(std::chrono::seconds(5));
  EXPECT_GT(board_.Lead("y", *later), lead);
  EXPECT_EQ(board_.Lead("x", *later), 0);
}

TEST_F(JobBoardTest, NodesAreThoseThatLive) {
  proto::NodeState state;
  state.set_trainers(3);
  board_.Offer("n", state, *lease_);
  EXPECT_EQ(board_.nodes().at("n").trainers(), 3);
  store_.Expire();
  EXPECT_TRUE(board_.nodes().empty());
}

}  // namespace
}  // namespace paddle::distributed
