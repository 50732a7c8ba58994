#include "paddle/framework/serving/sent_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serving {
namespace {

namespace fs = std::filesystem;

class SentModelTest : public ::testing::Test {
 protected:
  // Returns how many names there are in the root.
  int Entries() {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(root_)) {
      count += entry.exists();
    }
    return count;
  }

  platform::TemporaryFolder folder_;
  const std::string root_ = folder_.Path("");
  const std::vector<SentFile> files_ = {{"program", "one"},
                                        {"parameters", "two"}};
};

TEST_F(SentModelTest, BecomesTheNextVersion) {
  for (int version = 1; version <= 2; ++version) {
    const SentModel sent(root_, files_);
    EXPECT_EQ(platform::ReadFile(sent.path() + "/program"), "one");
    EXPECT_EQ(sent.TakeVersion("mlp"), version);
  }
  EXPECT_EQ(platform::ReadFile(folder_.Path("mlp/2/parameters")), "two");
  EXPECT_EQ(Entries(), 1);
}

TEST_F(SentModelTest, LeavesNothingBehind) {
  { const SentModel sent(root_, files_); }
  EXPECT_ERROR(SentModel(root_, {{"program", "one"}, {"../two", ""}}),
               InvalidArgument, "the name of a file");
  EXPECT_ERROR(SentModel(folder_.Path("none"), files_), Unavailable,
               "cannot make a folder");
  EXPECT_EQ(Entries(), 0);
  platform::AtomicWriteFile(folder_.Path("mlp"), "");
  {
    const SentModel sent(root_, files_);
    EXPECT_ERROR(sent.TakeVersion("mlp"), Unavailable, "mlp");
  }
  EXPECT_EQ(Entries(), 1);
}

// Ends a process that has begun to receive a model.
void Crash(const std::string& root, const std::vector<SentFile>& files) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const SentModel sent(root, files);
    _exit(0);  // without destructors
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
}

TEST_F(SentModelTest, IsRemovedAfterACrash) {
  fs::create_directory(folder_.Path("mlp"));
  platform::AtomicWriteFile(folder_.Path(".sent.file"), "");
  Crash(root_, files_);
  Crash(root_, files_);
  const SentModel other(root_, files_);
  EXPECT_EQ(Entries(), 5);
  EXPECT_EQ(RemoveLeftModels(root_), 2);
  EXPECT_EQ(Entries(), 3);
  EXPECT_EQ(other.TakeVersion("mlp"), 1);
  EXPECT_EQ(RemoveLeftModels(root_), 0);
  EXPECT_EQ(RemoveLeftModels(folder_.Path("none")), 0);
}

TEST_F(SentModelTest, HasALock) {
  const SentModel sent(root_, files_);
  EXPECT_ERROR(FolderLock(sent.path()), Unavailable, "another server");
  EXPECT_ERROR(FolderLock(folder_.Path("none")), Unavailable, "cannot open");
}

}  // namespace
}  // namespace paddle::serving
