#include "paddle/framework/distributed/master/checkpoint.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace {

// The errno of the next exchanges; 0: they are made.
int exchange_error = 0;

}  // namespace

// Stands before the one of the C library, as a file system like NFS would.
extern "C" int renameat2(int from_at, const char* from, int to_at,
                         const char* to, unsigned flags) noexcept {
  if (flags == 0 || exchange_error == 0) {
    return static_cast<int>(
        syscall(SYS_renameat2, from_at, from, to_at, to, flags));
  }
  errno = exchange_error;
  return -1;
}

namespace paddle::distributed {
namespace {

class CheckpointTest : public ::testing::Test {
 protected:
  void Save(int64_t steps) {
    auto* value = scope_->Var("w")->GetMutable<framework::LoDTensor>();
    value->Allocate({1}, framework::DataType::kFloat32);
    value->mutable_data<float>()[0] = static_cast<float>(steps);
    proto::Progress progress;
    progress.set_steps(steps);
    progress.set_epoch(7);
    checkpoints_.Save(progress, {"w"}, *scope_);
  }
  // Returns the steps of the newest one; -1: none.
  int64_t Latest() {
    const auto found = checkpoints_.Latest(
        [&](const std::string& message) { told_.push_back(message); });
    if (!found.has_value()) return -1;
    EXPECT_EQ(found->epoch(), 7);
    return found->steps();
  }
  bool Has(const std::string& name) const {
    return std::filesystem::exists(folder_.Path(name));
  }

  const platform::TemporaryFolder folder_;
  const JobCheckpoints checkpoints_{folder_.Path("")};
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  std::vector<std::string> told_;
};

TEST_F(CheckpointTest, KeepsTheTwoNewest) {
  EXPECT_EQ(Latest(), -1);
  for (const int64_t steps : {0, 9, 10, 100}) {
    Save(steps);
    EXPECT_EQ(Latest(), steps);
    const auto values = framework::LoadTensors(checkpoints_.ValuesOf(steps));
    EXPECT_EQ(std::get<framework::LoDTensor>(values.at("w")).data<float>()[0],
              static_cast<float>(steps));
  }
  EXPECT_EQ(folder_.Entries(), 2);
  EXPECT_TRUE(Has("checkpoint-10"));
  EXPECT_TRUE(told_.empty());
}

TEST_F(CheckpointTest, PassesOverWhatIsDamaged) {
  Save(1);
  Save(2);
  std::ofstream(folder_.Path("checkpoint-2/progress")) << "x";
  EXPECT_EQ(Latest(), 1);
  ASSERT_EQ(told_.size(), 1);
  EXPECT_NE(told_[0].find("the checkpoint of 2 steps is passed over: file "),
            std::string::npos)
      << told_[0];
  std::filesystem::remove(folder_.Path("checkpoint-1/manifest"));
  EXPECT_EQ(Latest(), -1);
}

TEST_F(CheckpointTest, ReplacesWhatIsDamagedOrAhead) {
  for (const int64_t steps : {4, 6, 8, 6}) Save(steps);
  EXPECT_EQ(Latest(), 6);
  EXPECT_FALSE(Has("checkpoint-8"));
  std::ofstream(folder_.Path("checkpoint-6/values")) << "x";
  EXPECT_EQ(Latest(), -1);
  Save(6);
  EXPECT_EQ(Latest(), 6);
  EXPECT_EQ(folder_.Entries(), 1);
}

TEST_F(CheckpointTest, ReplacesWithoutExchangeOfNames) {
  for (const int error : {EINVAL, ENOSYS}) {
    exchange_error = 0;
    Save(6);
    std::ofstream(folder_.Path("checkpoint-6/values")) << "x";
    exchange_error = error;
    Save(6);
    EXPECT_EQ(Latest(), 6);
    EXPECT_EQ(folder_.Entries(), 1);
  }
  exchange_error = EIO;
  EXPECT_ERROR(Save(6), FailedPrecondition, "checkpoint-6: ");
  exchange_error = 0;
  EXPECT_EQ(Latest(), 6);
}

TEST_F(CheckpointTest, WhatCannotBeReadIsNotPassedOver) {
  Save(1);
  Save(2);
  std::filesystem::remove(folder_.Path("checkpoint-2/values"));
  std::filesystem::create_directory(folder_.Path("checkpoint-2/values"));
  EXPECT_ERROR(Latest(), FailedPrecondition,
               "the checkpoint of 2 steps cannot be read: ");
  EXPECT_TRUE(told_.empty());
  std::filesystem::create_symlink("loop", folder_.Path("loop"));
  EXPECT_ERROR(JobCheckpoints(folder_.Path("loop")).Latest([](const auto&) {}),
               FailedPrecondition, "cannot read the folder ");
}

TEST_F(CheckpointTest, IgnoresOtherNames) {
  Save(3);
  for (const char* name : {"checkpoint-", "checkpoint-x", "checkpoint-07",
                           "checkpoint--1", "metrics"}) {
    std::filesystem::create_directory(folder_.Path(name));
  }
  EXPECT_EQ(Latest(), 3);
  Save(4);
  EXPECT_TRUE(Has("checkpoint-07"));
  EXPECT_TRUE(told_.empty());
}

TEST_F(CheckpointTest, LeavesNoTraceOfAFailure) {
  Save(1);
  proto::Progress progress;
  progress.set_steps(2);
  EXPECT_ERROR(checkpoints_.Save(progress, {"nothing"}, *scope_),
               FailedPrecondition, "nothing");
  EXPECT_EQ(folder_.Entries(), 1);
  std::ofstream(folder_.Path("file")) << "x";
  EXPECT_ERROR(JobCheckpoints(folder_.Path("file")).Save(progress, {}, *scope_),
               FailedPrecondition, "cannot read the folder ");
}

}  // namespace
}  // namespace paddle::distributed
