#include "paddle/framework/io/idx.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using testing::Gzip;
using testing::IdxNumber;
using testing::ImageFile;
using testing::ValuesOf;

class IdxTest : public testing::ArrayFilesTest {
 protected:
  StoredArray Parsed(const std::string& bytes) const {
    return Opened(bytes).Find("file");
  }
};

TEST_F(IdxTest, ReadsImagesPlainAndCompressed) {
  const std::string bytes = ImageFile(2, 1, 3, "abcdef");
  for (const std::string& file : {bytes, Gzip(bytes)}) {
    const StoredArray images = Parsed(file);
    EXPECT_EQ(images.dims(), Dims({2, 1, 3}));
    EXPECT_THAT(ValuesOf<uint8_t>(images.Read(1, 2)),
                ElementsAre('d', 'e', 'f'));
  }
}

TEST_F(IdxTest, ReadsAllTypes) {
  const auto vector = [&](int type, const std::string& bytes, int count) {
    return Parsed(
               absl::StrCat(IdxNumber(type << 8 | 1), IdxNumber(count), bytes))
        .Read();
  };
  EXPECT_THAT(ValuesOf<uint8_t>(vector(0x08, "\xFF", 1)), ElementsAre(255));
  EXPECT_THAT(ValuesOf<int8_t>(vector(0x09, "\xFF", 1)), ElementsAre(-1));
  EXPECT_THAT(ValuesOf<int16_t>(vector(0x0B, "\xFF\xFE\x01\x02", 2)),
              ElementsAre(-2, 258));
  EXPECT_THAT(ValuesOf<int32_t>(vector(0x0C, IdxNumber(70000), 1)),
              ElementsAre(70000));
  EXPECT_THAT(ValuesOf<float>(vector(0x0D, IdxNumber(0x3FC00000), 1)),
              ElementsAre(1.5f));
  EXPECT_THAT(
      ValuesOf<double>(vector(0x0E, IdxNumber(0x3FF80000) + IdxNumber(0), 1)),
      ElementsAre(1.5));
}

TEST_F(IdxTest, OtherTypesAndRanksAreRefused) {
  for (const uint32_t magic : {0x0A01u, 0x0800u, 0x080Au, 0x00010801u}) {
    EXPECT_ERROR(Parsed(IdxNumber(magic) + std::string(40, '\0')),
                 InvalidArgument, "do not begin as");
  }
  EXPECT_ERROR(Parsed(Gzip(IdxNumber(0x0A01))), InvalidArgument,
               "byte 0: begins with 2561");
}

TEST_F(IdxTest, EveryTruncationIsFound) {
  const std::string bytes = ImageFile(2, 1, 3, "abcdef");
  const std::string compressed = Gzip(bytes);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_ERROR(Parsed(bytes.substr(0, size)), InvalidArgument, "/file");
  }
  for (size_t size = 0; size < compressed.size(); ++size) {
    EXPECT_ERROR(Parsed(compressed.substr(0, size)).Read(), InvalidArgument,
                 "/file");
  }
}

TEST_F(IdxTest, OtherSizesThanTheHeadersAreFound) {
  EXPECT_ERROR(Parsed(ImageFile(2, 1, 3, "abcdefg")), InvalidArgument,
               "23 bytes, more than the 22");
  const StoredArray zipped = Parsed(Gzip(ImageFile(2, 1, 3, "abcdefg")));
  EXPECT_EQ(zipped.Read(0, 1).numel(), 3);
  EXPECT_ERROR(zipped.Read(1, 2), InvalidArgument, "more than the 22");
}

TEST_F(IdxTest, AbsurdSizesTakeNoMemory) {
  const uint32_t most = 0xFFFFFFFF;
  EXPECT_ERROR(Parsed(ImageFile(most, most, most, "x")), InvalidArgument,
               "overflows");
  EXPECT_ERROR(Parsed(Gzip(ImageFile(most, 9, 9, "x"))), InvalidArgument,
               "cannot hold");
}

}  // namespace
}  // namespace paddle::framework
