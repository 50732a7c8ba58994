#include "paddle/tools/infer/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/tools/infer/testing/idx_files.h"

namespace paddle::infer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string LabelFile(const std::string& labels) {
  return IdxNumber(2049) + IdxNumber(labels.size()) + labels;
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

// A file of the wrong kind is refused after its first bytes, the only ones
// read.
TEST(IdxTest, AHugeFileIsJudgedByItsStart) {
  const std::string path = Write("text");
  std::filesystem::resize_file(path, uint64_t{1} << 42);
  EXPECT_ERROR(ReadImages(path), DataLoss, "no IDX file of images");
}

TEST(IdxTest, APipeIsNotWaitedFor) {
  const std::string path = absl::StrCat(testing::TempDir(), "/pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_ERROR(ReadImages(path), Unavailable, "not a regular file");
  EXPECT_ERROR(ReadImages(testing::TempDir()), Unavailable,
               "not a regular file");
}

TEST(IdxTest, FilesOfManyChunksAreWhole) {
  std::string pixels(size_t{5} << 20, '\0');
  for (size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<char>(i * i >> 7);
  }
  const std::string bytes = ImageFile(5, 1024, 1024, pixels);
  EXPECT_EQ(ReadImages(Write(bytes)).pixels, pixels);
  EXPECT_EQ(ReadImages(Write(Gzip(bytes))).pixels, pixels);
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
