#include "paddle/framework/distributed/master/node_processes.h"

#include <chrono>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;
using ::testing::HasSubstr;

// A node "here" whose processes are scripts.
class NodeProcessesTest : public ::testing::Test {
 protected:
  NodeProcessesTest() {
    folders_.Add("job-1", {});
    job_.id = "job-1";
    job_.state.set_phase(JobState::RUNNING);
    job_.state.set_attempt(1);
  }

  NodeProcesses::Start StartOf(const ProcessName& name) {
    if (name.process == "trainer-9") PADDLE_THROW(Unavailable, "not yet");
    return {{"/bin/sh", "-c", scripts_[name.process]}, {}};
  }
  void Say(const ProcessName& name, const proto::ProcessState& state) {
    if (deaf_) PADDLE_THROW(Unavailable, "the store is away");
    EXPECT_EQ(name.job, "job-1");
    job_.processes[name.process] = state;
  }
  ProcessState::Phase PhaseOf(const std::string& process) const {
    const auto found = job_.processes.find(process);
    return found == job_.processes.end() ? ProcessState::STARTING
                                         : found->second.phase();
  }
  void WaitFor(const std::string& process, ProcessState::Phase phase) {
    while (PhaseOf(process) != phase) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      processes_.Watch();
    }
  }

  const platform::TemporaryFolder root_;
  const JobFolders folders_{root_.Path("")};
  std::map<std::string, std::string> scripts_;
  ScheduledJob job_;
  bool deaf_ = false;
  NodeProcesses processes_{
      "here", folders_,
      [this](const ScheduledJob&, const ProcessName& name) {
        return StartOf(name);
      },
      [this](const ProcessName& name, const ProcessState& state) {
        Say(name, state);
      }};
};

TEST_F(NodeProcessesTest, RunsItsOwnAndTellsTheirEnds) {
  for (const char* node : {"here", "there", "here", "here"}) {
    job_.state.add_trainers(node);
  }
  scripts_["trainer-0"] = "exit 0";
  scripts_["trainer-2"] = "echo 'paddle: no file x'; echo more; exit 1";
  scripts_["trainer-3"] = absl::StrCat("exit ", kLostOthers);
  processes_.Update({job_});
  WaitFor("trainer-0", ProcessState::DONE);
  WaitFor("trainer-2", ProcessState::FAILED);
  WaitFor("trainer-3", ProcessState::LOST);
  EXPECT_EQ(job_.processes["trainer-2"].message(), "no file x\nmore");
  EXPECT_EQ(job_.processes["trainer-3"].message(), "status 75");
  EXPECT_EQ(job_.processes.count("trainer-1"), 0);
}

TEST_F(NodeProcessesTest, EndsThoseThatNoJobWants) {
  job_.state.add_trainers("here");
  scripts_["trainer-0"] = "exec sleep 1000";
  processes_.Update({job_});
  EXPECT_EQ(PhaseOf("trainer-0"), ProcessState::RUNNING);
  ScheduledJob again = job_;
  again.processes.clear();
  again.state.set_attempt(2);
  scripts_["trainer-0"] = "exit 0";
  processes_.Update({again});
  WaitFor("trainer-0", ProcessState::DONE);  // the new one's
  job_.processes.clear();
  again.state.set_phase(JobState::CANCELLED);
  processes_.Update({again});
  processes_.Watch();
  EXPECT_TRUE(job_.processes.empty());
}

TEST_F(NodeProcessesTest, TrainersBeginWhenServersListen) {
  job_.state.add_trainers("here");
  job_.state.add_servers("here");
  const ProcessName server{"job-1", 1, "server-0"};
  scripts_["server-0"] = absl::StrCat(
      "printf 127.0.0.1:4 > ", NodeProcesses::AddressFile(folders_, server),
      "; exec sleep 1000");
  scripts_["trainer-0"] = "exit 0";
  processes_.Update({job_});
  EXPECT_EQ(job_.processes.count("trainer-0"), 0);
  WaitFor("server-0", ProcessState::RUNNING);
  EXPECT_EQ(job_.processes["server-0"].address(), "127.0.0.1:4");
  processes_.Update({job_});
  WaitFor("trainer-0", ProcessState::DONE);
}

TEST_F(NodeProcessesTest, TellsAgainWhatWasNotHeard) {
  job_.state.add_trainers("here");
  deaf_ = true;
  scripts_["trainer-0"] = "kill -9 $$";
  processes_.Update({job_});
  processes_.Watch();
  EXPECT_TRUE(job_.processes.empty());
  deaf_ = false;
  WaitFor("trainer-0", ProcessState::LOST);
  EXPECT_EQ(job_.processes["trainer-0"].message(), "signal 9, Killed");
}

TEST_F(NodeProcessesTest, OneThatCannotBeStartedIsLost) {
  for (int i = 0; i < 9; ++i) job_.state.add_trainers("there");
  job_.state.add_trainers("here");
  processes_.Update({job_});
  EXPECT_EQ(PhaseOf("trainer-9"), ProcessState::LOST);
  EXPECT_EQ(job_.processes["trainer-9"].message(), "not yet");
}

TEST_F(NodeProcessesTest, TellsThatAnAttemptHasEnded) {
  job_.state.add_trainers("here");
  job_.state.add_trainers("here");
  job_.state.add_trainers("there");
  scripts_["trainer-0"] = "exec sleep 1000";
  scripts_["trainer-1"] = "exit 0";
  processes_.Update({job_});
  WaitFor("trainer-1", ProcessState::DONE);
  job_.state.set_phase(JobState::WAITING);
  processes_.Update({job_});
  EXPECT_EQ(PhaseOf("trainer-0"), ProcessState::LOST);
  EXPECT_EQ(PhaseOf("trainer-1"), ProcessState::DONE);
  EXPECT_EQ(job_.processes.count("trainer-2"), 0);
}

TEST_F(NodeProcessesTest, AFenceEndsAllAndLetsNoneIn) {
  job_.state.add_trainers("here");
  scripts_["trainer-0"] = "exec sleep 1000";
  processes_.Update({job_});
  std::thread([this] { processes_.Fence(); }).join();
  WaitFor("trainer-0", ProcessState::LOST);
  EXPECT_EQ(job_.processes["trainer-0"].message(), "signal 9, Killed");
  job_.processes.clear();
  job_.state.set_attempt(2);
  processes_.Update({job_});
  EXPECT_TRUE(job_.processes.empty());
}

TEST_F(NodeProcessesTest, TellsAgainWhatWasOverwritten) {
  job_.state.add_trainers("here");
  scripts_["trainer-0"] = "exit 0";
  processes_.Update({job_});
  WaitFor("trainer-0", ProcessState::DONE);
  job_.processes["trainer-0"].set_phase(ProcessState::RUNNING);  // late
  processes_.Update({job_});
  WaitFor("trainer-0", ProcessState::DONE);
}

TEST_F(NodeProcessesTest, WordsMayBeOfAnyBytes) {
  job_.state.add_trainers("here");
  scripts_["trainer-0"] = "printf 'paddle: \\377\\303 x'; exit 1";
  processes_.Update({job_});
  WaitFor("trainer-0", ProcessState::FAILED);
  EXPECT_EQ(job_.processes["trainer-0"].message(), "?? x");
}

}  // namespace
}  // namespace paddle::distributed
