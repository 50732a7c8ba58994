#include "paddle/framework/distributed/master/process_start.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/runner/environment.h"

namespace paddle::distributed {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

class ProcessStartTest : public ::testing::Test {
 protected:
  ProcessStartTest() {
    job_.id = "mlp-1";
    job_.state.set_attempt(3);
    job_.state.mutable_needs()->set_shards(4);
    for (int i = 0; i < 2; ++i) {
      job_.state.add_trainers("n");
      job_.state.add_servers("n");
      job_.processes[ServerName(i)].set_address("10.0.0.1:" +
                                                std::to_string(4000 + i));
    }
  }

  NodeProcesses::Start Start(const std::string& process,
                             const std::vector<std::string>& own) const {
    return StartOf({"/bin/node", "/root", "file:///store", "10.0.0.9", 2}, job_,
                   {"mlp-1", 3, process}, own);
  }

  ScheduledJob job_;
};

TEST_F(ProcessStartTest, ATrainerFindsItsPlace) {
  const auto start = Start("trainer-1", {"RANK=7", "HOME=/h", "PADDLE_AGENT=a",
                                         "OMP_NUM_THREADS=5"});
  EXPECT_EQ(start.command[0], "/bin/node");
  EXPECT_THAT(start.command, Contains("--run=trainer-1"));
  EXPECT_THAT(start.command, Contains("--job=mlp-1"));
  EXPECT_THAT(start.command, Contains("--attempt=3"));
  EXPECT_THAT(start.environment, Contains("HOME=/h"));
  EXPECT_THAT(start.environment, Contains("OMP_NUM_THREADS=5"));
  EXPECT_THAT(start.environment, Contains("PADDLE_ADDRESS=10.0.0.9"));
  std::map<std::string, std::string> variables;
  for (const std::string& each : start.environment) {
    const size_t at = each.find('=');
    EXPECT_TRUE(
        variables.emplace(each.substr(0, at), each.substr(at + 1)).second)
        << each;
  }
  const JobEnvironment place = ReadJobEnvironment([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
  EXPECT_EQ(place.rank, 1);
  EXPECT_EQ(place.size, 2);
  EXPECT_EQ(place.shards, 4);
  EXPECT_EQ(place.job, "mlp-1-3");
  EXPECT_EQ(place.agent, "");
  EXPECT_THAT(place.servers, ElementsAre("10.0.0.1:4000", "10.0.0.1:4001"));
}

TEST_F(ProcessStartTest, AServerHasNone) {
  const auto start = Start("server-0", {"RANK=7"});
  EXPECT_THAT(start.command, Contains("--run=server-0"));
  EXPECT_THAT(start.environment, Not(Contains("RANK=7")));
  EXPECT_THAT(start.environment, Contains(::testing::HasSubstr("OMP_NUM")));
  job_.processes.clear();  // it does not wait for the others
  EXPECT_EQ(Start("server-1", {}).command[0], "/bin/node");
}

TEST_F(ProcessStartTest, KnowsItsOwnEnvironment) {
  EXPECT_THAT(OwnEnvironment(), Contains(::testing::StartsWith("PATH=")));
}

}  // namespace
}  // namespace paddle::distributed
