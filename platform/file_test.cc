#include "paddle/platform/file.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

class FileTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.Path(name); }
  int Files() const { return folder_.Entries(); }

 private:
  const TemporaryFolder folder_;
};

TEST_F(FileTest, WritesAndReads) {
  const std::string bytes("a\0b\n\xff", 5);
  AtomicWriteFile(Path("x"), bytes);
  EXPECT_EQ(ReadFile(Path("x")), bytes);
  AtomicWriteFile(Path("x"), "");
  EXPECT_EQ(ReadFile(Path("x")), "");
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, HasTheUsualRights) {
  const mode_t mask = umask(022);
  AtomicWriteFile(Path("x"), "1");
  umask(mask);
  struct stat status;
  ASSERT_EQ(stat(Path("x").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_F(FileTest, NothingIsThereBeforeCommit) {
  AtomicWriteFile(Path("x"), "old");
  {
    AtomicFileWriter writer(Path("x"));
    writer.Write("half of the new");
    EXPECT_EQ(ReadFile(Path("x")), "old");
  }
  EXPECT_EQ(ReadFile(Path("x")), "old");
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, SeveralWritersAtOnce) {
  AtomicFileWriter first(Path("x")), second(Path("x"));
  first.Write("first");
  second.Write("second");
  first.Commit();
  EXPECT_EQ(ReadFile(Path("x")), "first");
  second.Commit();
  EXPECT_EQ(ReadFile(Path("x")), "second");
  EXPECT_ERROR(second.Commit(), FailedPrecondition, "committed already");
  EXPECT_ERROR(second.Write("more"), FailedPrecondition, "committed already");
}

TEST_F(FileTest, ErrorsNameFileAndReason) {
  EXPECT_ERROR(ReadFile(Path("none")), NotFound, "No such file");
  EXPECT_ERROR(ReadFile(Path("none")), NotFound, Path("none"));
  EXPECT_ERROR(ReadFile(Path("")), Unavailable, "not a regular file");
  EXPECT_ERROR(AtomicWriteFile(Path("no/folder/x"), "1"), Unavailable,
               "No such file");
}

TEST_F(FileTest, AFailedWriteLeavesNothing) {
  std::filesystem::create_directory(Path("x"));
  AtomicWriteFile(Path("x/y"), "1");
  EXPECT_ERROR(AtomicWriteFile(Path("x"), "1"), Unavailable, Path("x"));
  EXPECT_EQ(Files(), 1);  // the folder, which could not be replaced
}

}  // namespace
}  // namespace paddle::platform
