#include "paddle/framework/distributed/master/node.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/testing/memory_leased_store.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using proto::JobState;

// Nodes that are threads, and whose processes are scripts.
class NodeTest : public ::testing::Test {
 protected:
  // A node with room for one trainer and one server.
  struct Running {
    std::atomic<bool> stopped{false};
    std::thread thread;

    ~Running() {
      stopped = true;
      thread.join();
    }
  };

  std::unique_ptr<Running> StartNode(const std::string& name) {
    auto running = std::make_unique<Running>();
    running->thread = std::thread([this, name, stopped = &running->stopped] {
      NodeOptions options;
      options.name = name;
      options.ttl = std::chrono::seconds(2);
      options.state.set_trainers(1);
      options.state.set_servers(1);
      Node(options, &store_, folders_,
           [this, name](const ScheduledJob&, const ProcessName& process) {
             return NodeProcesses::Start{
                 {"/bin/sh", "-c", ScriptOf(name, process)}, {}};
           })
          .Run(*stopped);
    });
    return running;
  }

  // Runs until the file "go" is there.
  std::string ScriptOf(const std::string& node, const ProcessName& process) {
    const std::string log = "echo " + node + ' ' +
                            std::to_string(process.attempt) + " >> " +
                            root_.Path("begun") + "; ";
    return log + "while [ ! -e " + root_.Path("go") + " ]; do sleep 0.01; done";
  }

  void Add(const std::string& id, int restarts) {
    folders_.Add(id, {});
    JobState state;
    state.mutable_needs()->set_trainers(1);
    state.mutable_needs()->set_restarts(restarts);
    board_.Add(id, state);
  }
  KnownJob Await(const std::string& id,
                 const std::function<bool(const KnownJob&)>& condition) {
    while (true) {
      for (const KnownJob& job : board_.Jobs()) {
        if (job.id == id && condition(job)) return job;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  KnownJob AwaitPhase(const std::string& id, JobState::Phase phase) {
    return Await(
        id, [&](const KnownJob& job) { return job.state.phase() == phase; });
  }
  // Waits until a process of the attempt runs.
  KnownJob AwaitAttempt(const std::string& id, int attempt) {
    return Await(id, [&](const KnownJob& job) {
      return job.state.attempt() == attempt && !job.processes.empty();
    });
  }
  void Go() { platform::AtomicWriteFile(root_.Path("go"), ""); }

  const platform::TemporaryFolder root_;
  const JobFolders folders_{root_.Path("cluster")};
  MemoryLeasedStore store_;
  JobBoard board_{&store_};
};

TEST_F(NodeTest, RunsJobsOneAfterTheOther) {
  const auto node = StartNode("a");
  Add("first", 0);
  Add("second", 0);
  AwaitAttempt("first", 1);
  EXPECT_EQ(board_.Jobs()[1].state.phase(), JobState::WAITING);
  Go();
  AwaitPhase("first", JobState::DONE);
  AwaitPhase("second", JobState::DONE);
}

TEST_F(NodeTest, AnotherOneTakesTheWorkAndTheLead) {
  auto first = StartNode("a");
  Add("job", 1);
  const KnownJob before = AwaitAttempt("job", 1);
  EXPECT_EQ(before.state.trainers(0).rfind("a-", 0), 0);
  const auto second = StartNode("b");
  first.reset();
  const KnownJob after = AwaitAttempt("job", 2);
  EXPECT_EQ(after.state.trainers(0).rfind("b-", 0), 0);
  Go();
  AwaitPhase("job", JobState::DONE);
}

TEST_F(NodeTest, EndsItsProcessesWhenItsLeaseHasRunOut) {
  const auto node = StartNode("a");
  Add("job", 5);
  const KnownJob before = AwaitAttempt("job", 1);
  store_.Expire();
  const KnownJob after = AwaitAttempt("job", 2);
  EXPECT_NE(before.state.trainers(0), after.state.trainers(0));
  Go();
  AwaitPhase("job", JobState::DONE);
}

TEST_F(NodeTest, GoesOnWhileTheStoreIsAway) {
  const auto node = StartNode("a");
  Add("job", 0);
  AwaitAttempt("job", 1);
  store_.SetAway(true);
  Go();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  store_.SetAway(false);
  AwaitPhase("job", JobState::DONE);
}

TEST_F(NodeTest, EndsACancelledJob) {
  const auto node = StartNode("a");
  Add("job", 0);
  AwaitAttempt("job", 1);
  board_.Cancel("job");
  AwaitPhase("job", JobState::CANCELLED);
  Add("next", 0);
  AwaitAttempt("next", 1);
  Go();
  AwaitPhase("next", JobState::DONE);
}

}  // namespace
}  // namespace paddle::distributed
