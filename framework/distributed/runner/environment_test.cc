#include "paddle/framework/distributed/runner/environment.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using Variables = std::map<std::string, std::string>;

constexpr char kStore[] = "file:///tmp/job";

JobEnvironment Read(const Variables& variables) {
  return ReadJobEnvironment([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::vector<int> Place(Variables variables) {
  variables.emplace("PADDLE_STORE", kStore);
  const JobEnvironment found = Read(variables);
  return {found.rank, found.size, found.local_rank};
}

TEST(JobEnvironment, Alone) {
  const JobEnvironment place = Read({});
  EXPECT_EQ(place.rank, 0);
  EXPECT_EQ(place.size, 1);
  EXPECT_EQ(place.shards, 1);
  EXPECT_EQ(place.store, "");
  EXPECT_EQ(place.job, "");
  EXPECT_EQ(Read({{"PADDLE_SHARDS", "4"}}).shards, 4);
}

TEST(JobEnvironment, Launcher) {
  const JobEnvironment place = Read({{"PADDLE_STORE", kStore},
                                     {"PADDLE_JOB", "mnist"},
                                     {"PADDLE_LOCAL_RANK", "1"},
                                     {"PADDLE_SHARDS", "8"},
                                     {"RANK", "2"},
                                     {"WORLD_SIZE", "4"},
                                     {"LOCAL_RANK", "2"}});
  EXPECT_EQ(place.rank, 2);
  EXPECT_EQ(place.size, 4);
  EXPECT_EQ(place.local_rank, 1);
  EXPECT_EQ(place.shards, 8);
  EXPECT_EQ(place.store, kStore);
  EXPECT_EQ(place.job, "mnist");
}

TEST(JobEnvironment, Servers) {
  EXPECT_TRUE(Read({}).servers.empty());
  EXPECT_EQ(Read({{"PADDLE_SERVERS", "a.b:1,127.0.0.1:65535"}}).servers,
            std::vector<std::string>({"a.b:1", "127.0.0.1:65535"}));
  for (const char* bad : {"a", "a:", ":1", "a:0", "a:65536", "a:1,", "a:1 b"}) {
    EXPECT_ERROR(Read({{"PADDLE_SERVERS", bad}}), InvalidArgument,
                 "which is no address of a server, such as 10.0.0.1:4000");
  }
}

TEST(JobEnvironment, OtherLaunchers) {
  const std::vector<std::vector<std::string>> launchers = {
      {"RANK", "WORLD_SIZE", "LOCAL_RANK"},
      {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
       "OMPI_COMM_WORLD_LOCAL_RANK"},
      {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"}};
  for (const auto& names : launchers) {
    const Variables two = {{names[0], "3"}, {names[1], "5"}};
    EXPECT_EQ(Place(two), std::vector<int>({3, 5, 0})) << names[0];
    Variables three = two;
    three[names[2]] = "1";
    EXPECT_EQ(Place(three), std::vector<int>({3, 5, 1})) << names[0];
    three["PADDLE_STORE"] = kStore;
    EXPECT_EQ(Read(three).shards, 5) << names[0];
  }
  EXPECT_EQ(Place({{"JOB_COMPLETION_INDEX", "3"}, {"PADDLE_TRAINERS", "4"}}),
            std::vector<int>({3, 4, 0}));
}

TEST(JobEnvironment, TheFirstThatIsSetCounts) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"RANK", "WORLD_SIZE"},
      {"SLURM_PROCID", "SLURM_NTASKS"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"JOB_COMPLETION_INDEX", "PADDLE_TRAINERS"}};
  Variables variables;
  for (int i = static_cast<int>(names.size()) - 1; i >= 0; --i) {
    variables[names[i].first] = std::to_string(i);
    variables[names[i].second] = std::to_string(i + 2);
    EXPECT_EQ(Place(variables), std::vector<int>({i, i + 2, 0}));
  }
}

// Such as in the shell of an allocation of Slurm.
TEST(JobEnvironment, SizeAloneIsNoJob) {
  EXPECT_EQ(Place({{"SLURM_NTASKS", "8"}}), std::vector<int>({0, 1, 0}));
  EXPECT_EQ(Place({{"PADDLE_TRAINERS", "8"}}), std::vector<int>({0, 1, 0}));
}

TEST(JobEnvironment, RefusesWhatIsNoNumber) {
  const std::vector<std::string> texts = {
      "",         "x",   "-1", "1.0", " 1",           "1_0",
      "\xd9\xa1", "1e3", "+1", "0x1", "99999999999x", std::string(5000, '9')};
  for (const std::string& text : texts) {
    EXPECT_ERROR(Read({{"RANK", text}, {"WORLD_SIZE", "4"}}), InvalidArgument,
                 "RANK is '" + text);
    EXPECT_ERROR(Read({{"RANK", "0"}, {"WORLD_SIZE", text}}), InvalidArgument,
                 "WORLD_SIZE is '" + text);
    EXPECT_ERROR(Read({{"PADDLE_SHARDS", text}}), InvalidArgument,
                 "PADDLE_SHARDS is '" + text);
  }
}

TEST(JobEnvironment, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<Variables, std::string>> cases = {
      {{{"RANK", "4"}, {"WORLD_SIZE", "4"}}, "RANK is 4, but WORLD_SIZE is 4"},
      {{{"RANK", "0"}, {"WORLD_SIZE", "0"}}, "WORLD_SIZE is 0"},
      {{{"RANK", "0"}}, "WORLD_SIZE is not set, but RANK is"},
      {{{"WORLD_SIZE", "2"}}, "RANK is not set"},
      {{{"JOB_COMPLETION_INDEX", "0"}}, "PADDLE_TRAINERS is not set"},
      {{{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}, {"SLURM_LOCALID", "one"}},
       "SLURM_LOCALID"},
      {{{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"PADDLE_LOCAL_RANK", "one"}},
       "PADDLE_LOCAL_RANK"},
      {{{"RANK", "0"},
        {"WORLD_SIZE", "4"},
        {"PADDLE_SHARDS", "3"},
        {"PADDLE_STORE", kStore}},
       "PADDLE_SHARDS is 3, which is less than the size of the job, 4"},
      {{{"PADDLE_SHARDS", "0"}}, "PADDLE_SHARDS is 0"}};
  for (const auto& [variables, message] : cases) {
    EXPECT_ERROR(Read(variables), InvalidArgument, message);
  }
}

TEST(JobEnvironment, MoreThanOneNeedAStore) {
  const Variables two = {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "2"}};
  EXPECT_ERROR(Read(two), InvalidArgument,
               "PADDLE_STORE is not set: SLURM_NTASKS");
  Variables empty = two;
  empty["PADDLE_STORE"] = "";
  EXPECT_ERROR(Read(empty), InvalidArgument, "PADDLE_STORE is not set");
  EXPECT_EQ(Read({{"RANK", "0"}, {"WORLD_SIZE", "1"}}).store, "");
}

}  // namespace
}  // namespace paddle::distributed
