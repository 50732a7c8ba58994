#include "paddle/platform/file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock-matchers.h"
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

TEST_F(FileTest, AJudgeSeesTheStartBeforeTheRestIsRead) {
  AtomicWriteFile(Path("x"), "magic and the rest");
  std::string seen;
  const auto judge = [&seen](absl::string_view start, uint64_t size) {
    seen = absl::StrCat(start, " of ", size);
    PADDLE_ENFORCE(start != "other", DataLoss, "refused");
  };
  EXPECT_EQ(ReadFile(Path("x"), 5, judge), "magic and the rest");
  EXPECT_EQ(seen, "magic of 18");
  EXPECT_EQ(ReadFile(Path("x"), 100, judge), "magic and the rest");
  EXPECT_EQ(seen, "magic and the rest of 18");
  // The sizes exceed any memory, so a reader that trusted them would fail to
  // allocate.
  AtomicWriteFile(Path("x"), "other");
  std::filesystem::resize_file(Path("x"), uint64_t{1} << 40);
  EXPECT_ERROR(ReadFile(Path("x"), 5, judge), DataLoss, "refused");
}

TEST_F(FileTest, IsReadPieceByPiece) {
  AtomicWriteFile(Path("x"), "abcde");
  FileReader file(Path("x"));
  EXPECT_EQ(file.size(), 5u);
  char piece[4];
  EXPECT_EQ(file.Read(piece, 4), 4u);
  EXPECT_EQ(std::string(piece, 4), "abcd");
  EXPECT_EQ(file.rest(), 1u);
  EXPECT_EQ(file.Read(piece, 4), 1u);
  EXPECT_EQ(file.Read(piece, 4), 0u);
}

TEST_F(FileTest, AFileThatBecomesShorterEnds) {
  AtomicWriteFile(Path("x"), "abcdefgh");
  FileReader file(Path("x"));
  std::filesystem::resize_file(Path("x"), 3);
  char piece[8];
  EXPECT_EQ(file.Read(piece, 8), 3u);
  EXPECT_EQ(file.rest(), 0u);
  EXPECT_EQ(file.Read(piece, 8), 0u);
}

TEST_F(FileTest, ANameWithAZeroByteIsNoName) {
  const std::string name("a\0b", 3);
  EXPECT_ERROR(AtomicWriteFile(Path(name), "1"), InvalidArgument, "a\\x00");
  EXPECT_ERROR(ReadFile(Path(name)), InvalidArgument, "zero byte");
  EXPECT_EQ(Files(), 0);
}

// The kinds that a file of any name may be instead; none is waited for.
TEST_F(FileTest, WhatIsNoFileIsNeitherReadNorReplaced) {
  std::filesystem::create_directory(Path("folder"));
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink(Path("pipe"), Path("link to a pipe"));
  std::filesystem::create_symlink("/dev/null", Path("link to a device"));
  const int socket_number = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  Path("socket").copy(address.sun_path, sizeof(address.sun_path) - 1);
  const bool has_socket =
      Path("socket").size() < sizeof(address.sun_path) &&
      bind(socket_number, reinterpret_cast<sockaddr*>(&address),
           sizeof(address)) == 0;
  const int before = Files();
  for (const char* name :
       {"folder", "pipe", "link to a pipe", "link to a device", "socket"}) {
    if (name == std::string("socket") && !has_socket) continue;
    EXPECT_ERROR(ReadFile(Path(name)), Unavailable, Path(name));
    EXPECT_ERROR(AtomicWriteFile(Path(name), "1"), Unavailable,
                 "not a regular file");
  }
  close(socket_number);
  EXPECT_EQ(Files(), before);
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
}

TEST_F(FileTest, ALinkStays) {
  AtomicWriteFile(Path("file"), "old");
  std::filesystem::create_symlink("file", Path("link"));
  AtomicWriteFile(Path("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(Path("link")));
  EXPECT_EQ(ReadFile(Path("file")), "new");
  EXPECT_EQ(ReadFile(Path("link")), "new");
  for (const char* end : {"nowhere", "loop"}) {
    std::filesystem::create_symlink(end, Path("loop"));
    EXPECT_ERROR(AtomicWriteFile(Path("loop"), "1"), Unavailable, "loop");
    EXPECT_THAT(MessageOf([&] { ReadFile(Path("loop")); }),
                testing::HasSubstr("loop"));
    std::filesystem::remove(Path("loop"));
  }
  EXPECT_EQ(Files(), 2);
}

TEST_F(FileTest, AFailedWriteLeavesNothing) {
  std::filesystem::create_directory(Path("x"));
  AtomicWriteFile(Path("x/y"), "1");
  EXPECT_ERROR(AtomicWriteFile(Path("x"), "1"), Unavailable, Path("x"));
  EXPECT_EQ(Files(), 1);  // the folder, which could not be replaced
}

}  // namespace
}  // namespace paddle::platform
