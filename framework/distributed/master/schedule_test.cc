#include "paddle/framework/distributed/master/schedule.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Nodes NodesOf(const std::map<std::string, std::pair<int, int>>& offers) {
  Nodes nodes;
  for (const auto& [name, offer] : offers) {
    nodes[name].set_trainers(offer.first);
    nodes[name].set_servers(offer.second);
  }
  return nodes;
}

ScheduledJob JobOf(int trainers, int servers, int restarts = 0) {
  ScheduledJob job;
  proto::JobNeeds* needs = job.state.mutable_needs();
  needs->set_trainers(trainers);
  needs->set_servers(servers);
  needs->set_restarts(restarts);
  return job;
}

void Tell(const std::string& process, ProcessState::Phase phase,
          ScheduledJob* job, const std::string& message = "") {
  job->processes[process].set_phase(phase);
  job->processes[process].set_message(message);
}

TEST(ScheduleTest, PlacesAllOrNone) {
  const Nodes nodes = NodesOf({{"a", {1, 1}}, {"b", {2, 0}}});
  std::vector<ScheduledJob> jobs = {JobOf(3, 1), JobOf(1, 0)};
  EXPECT_THAT(Schedule(nodes, &jobs), ElementsAre(true, false));
  EXPECT_EQ(jobs[0].state.phase(), JobState::RUNNING);
  EXPECT_EQ(jobs[0].state.attempt(), 1);
  EXPECT_THAT(jobs[0].state.trainers(), ElementsAre("a", "b", "b"));
  EXPECT_THAT(jobs[0].state.servers(), ElementsAre("a"));
  EXPECT_EQ(jobs[1].state.phase(), JobState::WAITING);
  EXPECT_EQ(jobs[1].state.attempt(), 0);
  // Again nothing changes.
  EXPECT_THAT(Schedule(nodes, &jobs), ElementsAre(false, false));
}

TEST(ScheduleTest, TakesTurns) {
  const Nodes nodes = NodesOf({{"a", {2, 0}}});
  std::vector<ScheduledJob> jobs = {JobOf(1, 0), JobOf(2, 0), JobOf(1, 0)};
  Schedule(nodes, &jobs);
  // The third would fit, but would keep the second waiting.
  EXPECT_EQ(jobs[1].state.phase(), JobState::WAITING);
  EXPECT_EQ(jobs[2].state.phase(), JobState::WAITING);
  Tell("trainer-0", ProcessState::DONE, &jobs[0]);
  EXPECT_THAT(Schedule(nodes, &jobs), ElementsAre(true, true, false));
  EXPECT_EQ(jobs[0].state.phase(), JobState::DONE);
  EXPECT_EQ(jobs[1].state.phase(), JobState::RUNNING);
}

TEST(ScheduleTest, AJobTooLargeHoldsNobodyBack) {
  std::vector<ScheduledJob> jobs = {JobOf(5, 0), JobOf(1, 0)};
  Schedule(NodesOf({{"a", {2, 0}}}), &jobs);
  EXPECT_EQ(jobs[0].state.phase(), JobState::WAITING);
  EXPECT_EQ(jobs[1].state.phase(), JobState::RUNNING);
}

TEST(ScheduleTest, AFaultEndsTheJob) {
  const Nodes nodes = NodesOf({{"a", {2, 0}}});
  std::vector<ScheduledJob> jobs = {JobOf(2, 0, 5)};
  Schedule(nodes, &jobs);
  Tell("trainer-1", ProcessState::FAILED, &jobs[0], "no file 'x'");
  // The other one is lost for it.
  Tell("trainer-0", ProcessState::LOST, &jobs[0], "others were lost");
  Schedule(nodes, &jobs);
  EXPECT_EQ(jobs[0].state.phase(), JobState::FAILED);
  EXPECT_EQ(jobs[0].state.message(), "trainer-1: no file 'x'");
}

TEST(ScheduleTest, WhatIsLostBeginsAgain) {
  std::vector<ScheduledJob> jobs = {JobOf(1, 1, 2)};
  Schedule(NodesOf({{"a", {1, 1}}}), &jobs);
  // The node is lost, and there is no other.
  EXPECT_THAT(Schedule({}, &jobs), ElementsAre(true));
  EXPECT_EQ(jobs[0].state.phase(), JobState::WAITING);
  EXPECT_THAT(jobs[0].state.message(), HasSubstr("the node a of server-0"));
  const Nodes other = NodesOf({{"b", {1, 1}}});
  Schedule(other, &jobs);
  EXPECT_EQ(jobs[0].state.attempt(), 2);
  EXPECT_THAT(jobs[0].state.trainers(), ElementsAre("b"));
  // A process is: the other one has to end first.
  jobs[0].processes.clear();
  Tell("trainer-0", ProcessState::LOST, &jobs[0], "signal 9");
  Tell("server-0", ProcessState::RUNNING, &jobs[0]);
  EXPECT_THAT(Schedule(other, &jobs), ElementsAre(true));
  EXPECT_EQ(jobs[0].state.phase(), JobState::WAITING);
  EXPECT_THAT(Schedule(other, &jobs), ElementsAre(false));
  Tell("server-0", ProcessState::LOST, &jobs[0]);
  Schedule(other, &jobs);
  EXPECT_EQ(jobs[0].state.attempt(), 3);
  EXPECT_EQ(jobs[0].state.phase(), JobState::RUNNING);
  EXPECT_EQ(jobs[0].state.message(), "trainer-0 at b: signal 9");
  Tell("server-0", ProcessState::RUNNING, &jobs[0]);
  Schedule(other, &jobs);
  EXPECT_EQ(jobs[0].state.phase(), JobState::FAILED);
  EXPECT_THAT(jobs[0].state.message(), HasSubstr("no restart is left"));
}

TEST(ScheduleTest, ANodeThatHasJustDiedIsNotTriedAgain) {
  const Nodes both = NodesOf({{"a", {1, 0}}, {"b", {1, 0}}, {"c", {1, 0}}});
  std::vector<ScheduledJob> jobs = {JobOf(2, 0, 1)};
  Schedule(both, &jobs);
  EXPECT_THAT(jobs[0].state.trainers(), ElementsAre("a", "b"));
  // Its lease lives on, and the other trainer tells that it was lost.
  Tell("trainer-0", ProcessState::LOST, &jobs[0], "others were lost");
  Tell("trainer-1", ProcessState::RUNNING, &jobs[0]);
  Schedule(both, &jobs);
  EXPECT_EQ(jobs[0].state.phase(), JobState::WAITING);
  Schedule(NodesOf({{"a", {1, 0}}, {"c", {1, 0}}}), &jobs);
  EXPECT_EQ(jobs[0].state.attempt(), 2);
  EXPECT_THAT(jobs[0].state.trainers(), ElementsAre("a", "c"));
}

TEST(ScheduleTest, WhatHasEndedNeedsNoNode) {
  std::vector<ScheduledJob> jobs = {JobOf(2, 0)};
  Schedule(NodesOf({{"a", {1, 0}}, {"b", {1, 0}}}), &jobs);
  Tell("trainer-0", ProcessState::DONE, &jobs[0]);
  Tell("trainer-1", ProcessState::RUNNING, &jobs[0]);
  EXPECT_THAT(Schedule(NodesOf({{"b", {1, 0}}}), &jobs), ElementsAre(false));
}

TEST(ScheduleTest, CancelledOnes) {
  std::vector<ScheduledJob> jobs = {JobOf(1, 0), JobOf(1, 0)};
  const Nodes nodes = NodesOf({{"a", {1, 0}}});
  Schedule(nodes, &jobs);
  jobs[0].cancelled = true;
  Schedule(nodes, &jobs);
  EXPECT_EQ(jobs[0].state.phase(), JobState::CANCELLED);
  EXPECT_EQ(jobs[1].state.phase(), JobState::RUNNING);
  // One that is over stays as it is.
  jobs[1].state.set_phase(JobState::DONE);
  jobs[1].cancelled = true;
  EXPECT_THAT(Schedule(nodes, &jobs), ElementsAre(false, false));
}

}  // namespace
}  // namespace paddle::distributed
