#include "paddle/framework/interchange/onnx/external_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::onnx {
namespace {

namespace fs = std::filesystem;

class ExternalFileTest : public ::testing::Test {
 protected:
  ExternalFileTest() {
    fs::create_directories(model_ + "/weights");
    platform::AtomicWriteFile(model_ + "/weights/w", "0123456789");
    platform::AtomicWriteFile(folder_.Path("secret"), "secret");
  }

  std::string Read(const std::string& location, uint64_t offset,
                   size_t size) const {
    std::string bytes(size, ' ');
    ExternalFile(model_, location).Read(offset, bytes.data(), size);
    return bytes;
  }

  const platform::TemporaryFolder folder_;
  const std::string model_ = folder_.Path("model");
};

TEST_F(ExternalFileTest, ReadsAPart) {
  EXPECT_EQ(Read("weights/w", 3, 4), "3456");
  EXPECT_EQ(Read("./weights//w", 0, 10), "0123456789");
  EXPECT_EQ(Read("weights/w", 10, 0), "");
  EXPECT_EQ(ExternalFile(model_, "weights/w").size(), 10);
}

TEST_F(ExternalFileTest, MapsAPart) {
  const auto part = ExternalFile(model_, "weights/w").Map(3, 4);
  EXPECT_EQ(std::string(part->data(), part->size()), "3456");
  EXPECT_ERROR(ExternalFile(model_, "weights/w").Map(8, 3), DataLoss,
               "has 10 bytes");
}

TEST_F(ExternalFileTest, RefusesWhatIsNotThere) {
  EXPECT_ERROR(Read("weights/w", 8, 3), DataLoss, "has 10 bytes");
  EXPECT_ERROR(Read("weights/w", ~uint64_t{0}, 1), DataLoss, "has 10 bytes");
  EXPECT_ERROR(Read("weights/v", 0, 1), Unavailable,
               "weights/v does not exist");
  EXPECT_ERROR(Read("weights", 0, 1), Unavailable, "not a regular file");
}

TEST_F(ExternalFileTest, RefusesOtherFolders) {
  const auto refused = [&](const std::string& location) {
    EXPECT_ERROR(Read(location, 0, 1), InvalidArgument, "");
  };
  refused("../secret");
  refused("weights/../../secret");
  refused(folder_.Path("secret"));
  refused(std::string("weights/w\0x", 11));
  refused("");
  refused(".");
}

TEST_F(ExternalFileTest, FollowsNoLink) {
  fs::create_symlink("../secret", model_ + "/link");
  fs::create_directory_symlink("..", model_ + "/up");
  fs::create_hard_link(folder_.Path("secret"), model_ + "/hard");
  EXPECT_ERROR(Read("link", 0, 1), InvalidArgument, "link is a link");
  EXPECT_ERROR(Read("up/secret", 0, 1), InvalidArgument, "is a link");
  EXPECT_ERROR(Read("hard", 0, 1), InvalidArgument, "hard links");
}

TEST_F(ExternalFileTest, DoesNotWaitForAPipe) {
  ASSERT_EQ(mkfifo((model_ + "/pipe").c_str(), 0600), 0);
  EXPECT_ERROR(Read("pipe", 0, 1), Unavailable, "pipe is not a regular file");
}

}  // namespace
}  // namespace paddle::onnx
