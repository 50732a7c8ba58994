#include "paddle/framework/io/inflated_bytes.h"

#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

std::string Numbers(uint32_t count) {
  std::string bytes;
  for (uint32_t i = 0; i < count; ++i) bytes += static_cast<char>(i * i >> 7);
  return bytes;
}

class InflatedBytesTest : public testing::ArrayFilesTest {
 protected:
  std::shared_ptr<ByteSource> Source(const std::string& zipped) const {
    const auto file = std::make_shared<platform::RandomAccessFile>(
        Written("file.gz", zipped));
    return InflatedBytes("file.gz", file, {0, file->size(), {}});
  }
};

TEST_F(InflatedBytesTest, GivesPiecesInAnyOrder) {
  const std::string bytes = Numbers(300000);
  const auto source = Source(testing::Gzip(bytes));
  source->Expect(bytes.size());
  EXPECT_EQ(source->size(), bytes.size());
  EXPECT_EQ(source->Text(200000, 9), bytes.substr(200000, 9));
  EXPECT_EQ(source->Text(5, 100), bytes.substr(5, 100));
  EXPECT_EQ(source->Text(0, bytes.size()), bytes);
}

TEST_F(InflatedBytesTest, WrongSizesAreFoundAtTheEnd) {
  const std::string zipped = testing::Gzip("abcdef");
  const auto shorter = Source(zipped);
  shorter->Expect(5);
  EXPECT_EQ(shorter->Text(0, 4), "abcd");
  EXPECT_ERROR(shorter->Text(0, 5), InvalidArgument, "more than the 5 bytes");
  const auto longer = Source(zipped);
  longer->Expect(7);
  EXPECT_ERROR(longer->Text(0, 7), InvalidArgument, "truncated: 6 of 7");
  const auto followed = Source(zipped + "x");
  followed->Expect(6);
  EXPECT_ERROR(followed->Text(0, 6), InvalidArgument, "more than the 6 bytes");
}

// The largest ratio of deflate is 1032.
TEST_F(InflatedBytesTest, AbsurdSizesAreRefusedAtOnce) {
  const std::string zipped = testing::Gzip("abcdef");
  EXPECT_ERROR(Source(zipped)->Expect(uint64_t{1} << 40), InvalidArgument,
               "cannot hold 1099511627776");
  EXPECT_ERROR(Source(zipped)->Text(0, uint64_t{1} << 40), InvalidArgument,
               "truncated");
}

TEST_F(InflatedBytesTest, DamageAndTruncationAreFound) {
  const std::string bytes = Numbers(1000);
  const std::string zipped = testing::Gzip(bytes);
  for (size_t size = 0; size < zipped.size(); ++size) {
    const auto read = [&] {
      const auto source = Source(zipped.substr(0, size));
      source->Expect(bytes.size());
      source->Text(0, bytes.size());
    };
    EXPECT_ERROR(read(), InvalidArgument, "file.gz");
  }
  std::string damaged = zipped;
  damaged[zipped.size() - 8] ^= 1;  // the checksum
  const auto source = Source(damaged);
  source->Expect(bytes.size());
  EXPECT_ERROR(source->Text(0, bytes.size()), InvalidArgument, "damaged");
}

}  // namespace
}  // namespace paddle::framework
