#include "paddle/framework/io/zip_directory.h"

#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using testing::ZipFile;

class ZipDirectoryTest : public testing::ArrayFilesTest {
 protected:
  FilePtr File(const std::string& bytes) const {
    return std::make_shared<platform::RandomAccessFile>(
        Written("file.zip", bytes));
  }
  // Reads all members.
  std::string All(const std::string& bytes) const {
    const FilePtr file = File(bytes);
    std::string all;
    for (const ZipMember& member : ReadZipDirectory(file)) {
      const auto source = OpenZipMember(file, member);
      all += member.name + "=" + source->Text(0, source->size()) + ";";
    }
    return all;
  }
};

TEST_F(ZipDirectoryTest, ReadsMembers) {
  for (const bool deflated : {false, true}) {
    EXPECT_EQ(All(ZipFile({{"a", "one"}, {"b", ""}, {"c", "three"}}, deflated)),
              "a=one;b=;c=three;");
  }
  EXPECT_EQ(All(ZipFile({}, false)), "");
}

TEST_F(ZipDirectoryTest, ACommentMayStandBehind) {
  std::string bytes = ZipFile({{"a", "one"}}, false) + "PK\x05\x06";
  bytes[bytes.size() - 6] = 4;  // the length of the comment
  EXPECT_EQ(All(bytes), "a=one;");
}

TEST_F(ZipDirectoryTest, EveryTruncationIsFound) {
  for (const bool deflated : {false, true}) {
    const std::string bytes = ZipFile({{"a", "one"}, {"b", "two"}}, deflated);
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_ERROR(All(bytes.substr(0, size)), InvalidArgument, "file.zip");
    }
  }
}

TEST_F(ZipDirectoryTest, DamageIsFoundWithItsPlace) {
  const std::string bytes = ZipFile({{"a", "one"}}, false);
  const size_t directory = 30 + 1 + 3;
  const auto changed = [&](size_t place, char byte) {
    std::string other = bytes;
    other[place] = byte;
    return All(other);
  };
  EXPECT_ERROR(changed(0, 'p'), InvalidArgument, "byte 0: the header of a");
  EXPECT_ERROR(changed(directory, 'p'), InvalidArgument,
               "byte 34: the directory is damaged");
  EXPECT_ERROR(changed(directory + 8, 1), InvalidArgument, "encrypted");
  EXPECT_ERROR(changed(directory + 10, 12), InvalidArgument, "method 12");
  EXPECT_ERROR(changed(directory + 20, 2), InvalidArgument,
               "sizes of a stored");
  EXPECT_ERROR(changed(directory + 28, 100), InvalidArgument, "too soon");
  EXPECT_ERROR(changed(directory + 42, 127), InvalidArgument, "truncated");
  EXPECT_ERROR(changed(directory + 47 + 10, 9), InvalidArgument,
               "cannot hold its number of members");
}

TEST_F(ZipDirectoryTest, DamagedCompressedBytesAreFound) {
  std::string bytes = ZipFile({{"a", "one, two, three"}}, true);
  bytes[33] ^= 1;
  EXPECT_ERROR(All(bytes), InvalidArgument, "file.zip, member a: ");
}

// Sizes of 4 GiB and more are in 64-bit fields.
TEST_F(ZipDirectoryTest, SixtyFourBitSizesAreRead) {
  const std::string bytes = ZipFile({{"a", "one"}}, false);
  std::string entry = bytes.substr(34, 47);
  for (const size_t place : {20, 24, 42}) entry.replace(place, 4, 4, '\xFF');
  entry[30] = 28;  // of extra fields
  std::string extra("\x01\0\x18\0", 4);
  for (const uint64_t number : {3, 3, 0}) {
    extra += testing::BytesOf<uint64_t>({number});
  }
  std::string end64("PK\x06\x06", 4);
  end64 += std::string(28, '\0') + testing::BytesOf<uint64_t>({1, 47 + 28, 34});
  std::string locator("PK\x06\x07\0\0\0\0", 8);
  locator += testing::BytesOf<uint64_t>({34 + 47 + 28}) + std::string(4, '\0');
  std::string end = bytes.substr(34 + 47);
  end.replace(8, 12, 12, '\xFF');
  EXPECT_EQ(All(bytes.substr(0, 34) + entry + extra + end64 + locator + end),
            "a=one;");
}

}  // namespace
}  // namespace paddle::framework
