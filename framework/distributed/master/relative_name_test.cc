#include "paddle/framework/distributed/master/relative_name.h"

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

TEST(RelativeNameTest, LeadsNowhereElse) {
  CheckRelativeName("a");
  CheckRelativeName("train/part-0.npy");
  CheckRelativeName("...");
  for (const char* name : {"", "/", "/etc/passwd", "..", "a/../b", "a//b",
                           "./a", "a/", "a/.", "a/.."}) {
    EXPECT_ERROR(CheckRelativeName(name), InvalidArgument, "is no name");
  }
  EXPECT_ERROR(CheckRelativeName(std::string("a\0b", 3)), InvalidArgument,
               "zero byte");
  EXPECT_ERROR(CheckRelativeName(std::string(1025, 'a')), InvalidArgument,
               "bytes of a file's name");
}

TEST(RelativeNameTest, FilesAloneAreFound) {
  const platform::TemporaryFolder folder;
  std::filesystem::create_directories(folder.Path("data/part"));
  platform::AtomicWriteFile(folder.Path("secret"), "s");
  platform::AtomicWriteFile(folder.Path("data/part/a"), "a");
  std::filesystem::create_symlink("../secret", folder.Path("data/link"));
  std::filesystem::create_symlink("part", folder.Path("data/other"));
  const std::string data = folder.Path("data");
  EXPECT_EQ(FileBelow(data, "part/a"), data + "/part/a");
  EXPECT_ERROR(FileBelow(data, "../secret"), InvalidArgument, "is no name");
  EXPECT_ERROR(FileBelow(data, "link"), InvalidArgument, "symbolic link, link");
  EXPECT_ERROR(FileBelow(data, "other/a"), InvalidArgument,
               "symbolic link, other");
  EXPECT_ERROR(FileBelow(data, "part"), InvalidArgument,
               "'part' below the folder is no file");
  EXPECT_ERROR(FileBelow(data, "part/b"), NotFound,
               "no file 'part/b' below the folder");
  EXPECT_ERROR(FileBelow(data, "part/a/b"), NotFound, "no file 'part/a/b'");
}

}  // namespace
}  // namespace paddle::distributed
