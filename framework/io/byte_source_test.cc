#include "paddle/framework/io/byte_source.h"

#include "gtest/gtest.h"

#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class ByteSourceTest : public testing::ArrayFilesTest {
 protected:
  // The bytes "cdef".
  std::shared_ptr<ByteSource> Source() const {
    const auto file = std::make_shared<platform::RandomAccessFile>(
        Written("file", "abcdefgh"));
    return StoredBytes("file, member m", file, 2, 4);
  }
};

TEST_F(ByteSourceTest, GivesPiecesOfAPiece) {
  EXPECT_EQ(Source()->size(), 4u);
  EXPECT_EQ(Source()->Text(1, 2), "de");
  EXPECT_EQ(Source()->Text(4, 0), "");
}

TEST_F(ByteSourceTest, NothingBehindItIsRead) {
  EXPECT_ERROR(Source()->Text(3, 2), InvalidArgument,
               "file, member m: truncated: 2 bytes wanted from byte 3 of 4");
  EXPECT_ERROR(Source()->Text(1, ~uint64_t{0}), InvalidArgument, "truncated");
  char byte;
  EXPECT_ERROR(Source()->Read(4, 1, &byte), InvalidArgument, "truncated");
}

TEST(LittleEndianTest, TheLowestByteIsTheFirst) {
  EXPECT_EQ(LittleEndian("\x34\x12"), 0x1234u);
  EXPECT_EQ(LittleEndian(absl::string_view("\xFF\0\0\0\0\0\0\x80", 8)),
            0x80000000000000FFu);
}

TEST_F(ByteSourceTest, SizesMustBeAsPromised) {
  Source()->Expect(4);
  EXPECT_ERROR(Source()->Expect(5), InvalidArgument, "truncated: 4 of 5");
  EXPECT_ERROR(Source()->Expect(3), InvalidArgument,
               "4 bytes, more than the 3");
}

}  // namespace
}  // namespace paddle::framework
