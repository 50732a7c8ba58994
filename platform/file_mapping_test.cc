#include "paddle/platform/file_mapping.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

class FileMappingTest : public ::testing::Test {
 protected:
  std::string Path() const { return folder_.Path("bytes"); }

 private:
  const TemporaryFolder folder_;
};

std::string BytesOf(const FileMapping& mapping) {
  return {mapping.data(), mapping.size()};
}

TEST_F(FileMappingTest, HasTheBytes) {
  const std::string bytes(10000, 'x');
  AtomicWriteFile(Path(), bytes);
  EXPECT_EQ(BytesOf(FileMapping(Path())), bytes);
}

TEST_F(FileMappingTest, WritesStayHere) {
  AtomicWriteFile(Path(), "abc");
  const FileMapping mapping(Path()), other(Path());
  mapping.data()[1] = 'X';
  EXPECT_EQ(BytesOf(mapping), "aXc");
  EXPECT_EQ(BytesOf(other), "abc");
  EXPECT_EQ(ReadFile(Path()), "abc");
}

TEST_F(FileMappingTest, KeepsAFileThatIsReplaced) {
  AtomicWriteFile(Path(), "old");
  const FileMapping mapping(Path());
  AtomicWriteFile(Path(), "newer");
  EXPECT_EQ(BytesOf(mapping), "old");
}

TEST_F(FileMappingTest, AnEmptyFileIsEmpty) {
  AtomicWriteFile(Path(), "");
  EXPECT_EQ(FileMapping(Path()).size(), 0);
}

TEST_F(FileMappingTest, AMissingFileIsNamed) {
  EXPECT_ERROR(FileMapping mapping(Path()), NotFound, "bytes: No such file");
}

}  // namespace
}  // namespace paddle::platform
