#include "paddle/tools/infer/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::infer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Number(uint32_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16),
          static_cast<char>(n >> 8), static_cast<char>(n)};
}

std::string ImageFile(uint32_t count, uint32_t rows, uint32_t columns,
                      const std::string& pixels) {
  return Number(2051) + Number(count) + Number(rows) + Number(columns) + pixels;
}

std::string LabelFile(const std::string& labels) {
  return Number(2049) + Number(labels.size()) + labels;
}

std::string Gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = bytes.size();
  stream.next_out = reinterpret_cast<Bytef*>(&out[0]);
  stream.avail_out = out.size();
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string Write(const std::string& bytes) {
  const std::string path = absl::StrCat(testing::TempDir(), "/file");
  platform::AtomicWriteFile(path, bytes);
  return path;
}

template <typename Read>
std::string FailureOf(const std::string& bytes, Read read) {
  const std::string path = Write(bytes);
  try {
    read(path);
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kDataLoss);
    EXPECT_THAT(error.what(), HasSubstr(path));
    return error.what();
  }
  return "no error";
}

std::string ImageFailure(const std::string& bytes) {
  return FailureOf(bytes, [](const std::string& path) { ReadImages(path); });
}

std::string LabelFailure(const std::string& bytes) {
  return FailureOf(bytes,
                   [](const std::string& path) { ReadLabels(path, 10); });
}

TEST(IdxTest, ReadsImagesPlainAndCompressed) {
  const std::string bytes = ImageFile(2, 1, 3, "abcdef");
  for (const std::string& file : {bytes, Gzip(bytes)}) {
    const Images images = ReadImages(Write(file));
    EXPECT_EQ(images.count, 2);
    EXPECT_EQ(images.rows, 1);
    EXPECT_EQ(images.columns, 3);
    EXPECT_EQ(images.pixels, "abcdef");
  }
}

TEST(IdxTest, ReadsLabels) {
  EXPECT_THAT(ReadLabels(Write(LabelFile({3, 0, 9})), 10),
              ElementsAre(3, 0, 9));
  EXPECT_THAT(ReadLabels(Write(LabelFile("")), 10), ElementsAre());
}

TEST(IdxTest, EveryTruncationIsFound) {
  const std::string bytes = ImageFile(2, 1, 3, "abcdef");
  const std::string compressed = Gzip(bytes);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(ImageFailure(bytes.substr(0, size)), HasSubstr("truncated"));
  }
  for (size_t size = 2; size < compressed.size(); ++size) {
    EXPECT_THAT(ImageFailure(compressed.substr(0, size)),
                HasSubstr("truncated"));
  }
}

TEST(IdxTest, DamageIsFound) {
  std::string compressed = Gzip(ImageFile(2, 1, 3, "abcdef"));
  compressed[compressed.size() - 8] ^= 1;  // the checksum
  EXPECT_THAT(ImageFailure(compressed), HasSubstr("damaged"));
  EXPECT_THAT(ImageFailure(ImageFile(2, 1, 3, "abcdefg")),
              HasSubstr("more than the 6 bytes"));
  EXPECT_THAT(ImageFailure(LabelFile("0123456789")),
              HasSubstr("begins with 2049, not with 2051"));
}

TEST(IdxTest, AbsurdSizesTakeNoMemory) {
  const uint32_t most = 0xFFFFFFFF;
  EXPECT_THAT(ImageFailure(ImageFile(most, most, most, "x")),
              HasSubstr("overflows"));
  EXPECT_THAT(ImageFailure(Gzip(ImageFile(most, 9, 9, "x"))),
              HasSubstr("truncated: 1 of"));
}

TEST(IdxTest, LabelsAreInRange) {
  EXPECT_THAT(LabelFailure(LabelFile({3, 10})),
              HasSubstr("label 10 of item 1 is not in [0, 10)"));
}

TEST(IdxTest, AMissingFileIsNamed) {
  try {
    ReadImages("/nowhere/images");
    FAIL() << "no error";
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kNotFound);
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/images"));
  }
}

}  // namespace
}  // namespace paddle::infer
