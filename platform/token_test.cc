#include "paddle/platform/token.h"

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

TEST(TokenTest, IsReadFromAFileOfItsOwner) {
  const TemporaryFolder folder;
  const std::string path = folder.Path("token");
  const auto write = [&](const std::string& text, int mode) {
    AtomicWriteFile(path, text);
    std::filesystem::permissions(path, std::filesystem::perms(mode));
  };
  write("secret\n", 0600);
  EXPECT_EQ(ReadToken(path), "secret");
  write("secret\r\n", 0600);
  EXPECT_EQ(ReadToken(path), "secret");
  for (const char* wrong :
       {"secret\n\n", "a secret", "secret\t", "s\xc3\xa9"}) {
    write(wrong, 0600);
    EXPECT_ERROR(ReadToken(path), InvalidArgument, "no visible ASCII");
  }
  write("secret\n", 0640);
  EXPECT_ERROR(ReadToken(path), InvalidArgument, "chmod 600");
  write("\n", 0600);
  EXPECT_ERROR(ReadToken(path), InvalidArgument, "has 0 bytes");
  write(std::string(1025, 'a'), 0600);
  EXPECT_ERROR(ReadToken(path), InvalidArgument, "has 1025 bytes");
  EXPECT_ERROR(ReadToken(folder.Path("none")), NotFound, "none");
}

TEST(TokenTest, IsTheWholeOne) {
  EXPECT_TRUE(IsToken("secret", "secret"));
  for (const char* wrong : {"", "secre", "secret2", "Secret", "secretsecret"}) {
    EXPECT_FALSE(IsToken(wrong, "secret")) << wrong;
  }
}

}  // namespace
}  // namespace paddle::platform
