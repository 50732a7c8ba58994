#include "paddle/platform/file_mapping.h"

#include <fcntl.h>
#include <unistd.h>

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

TEST_F(FileMappingTest, MapsAPartOfAnOpenFile) {
  std::string bytes(10000, 'x');
  bytes[4999] = 'a';
  bytes[5001] = 'b';
  AtomicWriteFile(Path(), bytes);
  const int descriptor = open(Path().c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  const FileMapping part(descriptor, 4999, 3, "bytes");
  const FileMapping page(descriptor, 4096, 904, "bytes");
  close(descriptor);
  EXPECT_EQ(BytesOf(part), "axb");
  EXPECT_EQ(BytesOf(page), bytes.substr(4096, 904));
  EXPECT_ERROR(FileMapping(-1, 0, 1, "bytes"), ResourceExhausted,
               "mapping bytes of 1 bytes");
}

TEST_F(FileMappingTest, AMissingFileIsNamed) {
  EXPECT_ERROR(FileMapping mapping(Path()), NotFound, "bytes: No such file");
}

}  // namespace
}  // namespace paddle::platform
