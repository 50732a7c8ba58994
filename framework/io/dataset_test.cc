#include "paddle/framework/io/dataset.h"

#include <sys/stat.h>

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using testing::NpyFile;
using testing::ValuesOf;

class DatasetTest : public testing::ArrayFilesTest {
 protected:
  std::string NameIn(const std::string& file, const std::string& bytes) const {
    return OpenArrays(Written(file, bytes)).arrays().begin()->first;
  }
};

TEST_F(DatasetTest, ASingleArrayIsCalledAsItsFile) {
  const std::string images = testing::ImageFile(1, 1, 1, "x");
  EXPECT_EQ(NameIn("images.npy", NpyFile("|u1", "()", "x")), "images");
  EXPECT_EQ(NameIn("train-images-idx3-ubyte", images),
            "train-images-idx3-ubyte");
  EXPECT_EQ(NameIn("train.idx3.gz", testing::Gzip(images)), "train");
}

TEST_F(DatasetTest, ReadsArchives) {
  for (const bool deflated : {false, true}) {
    const Dataset data = Opened(testing::ZipFile(
        {{"x.npy", NpyFile("<i8", "(2,)", testing::BytesOf<int64_t>({5, 6}))},
         {"y.npy", NpyFile("|u1", "(1, 1)", "y")},
         {"notes.txt", "none"}},
        deflated));
    EXPECT_EQ(data.arrays().size(), 2u);
    EXPECT_THAT(ValuesOf<int64_t>(data.Read("x", 1, 2)), ElementsAre(6));
    EXPECT_THAT(ValuesOf<uint8_t>(data.Read("y", 0, 1)), ElementsAre('y'));
  }
}

TEST_F(DatasetTest, ProblemsOfAMemberNameIt) {
  const std::string x = NpyFile("|u1", "(2,)", "x");
  EXPECT_ERROR(Opened(testing::ZipFile({{"x.npy", x}}, false)), InvalidArgument,
               "file, member x.npy: truncated");
  const std::string y = NpyFile("|u1", "(1,)", "y");
  EXPECT_ERROR(Opened(testing::ZipFile({{"y.npy", y}, {"y.npy", y}}, false)),
               InvalidArgument, "member y.npy is there twice");
}

TEST_F(DatasetTest, AMissingArrayIsNamed) {
  const Dataset data = Opened(NpyFile("|u1", "(1,)", "x"));
  EXPECT_ERROR(data.Read("y", 0, 1), NotFound, "file has no array y, but file");
}

TEST_F(DatasetTest, OtherFilesAreRefused) {
  EXPECT_ERROR(Opened(""), InvalidArgument, "its 0 bytes do not begin as");
  EXPECT_ERROR(Opened("some text"), InvalidArgument, "do not begin as");
  EXPECT_ERROR(OpenArrays("/nowhere/x.npy"), NotFound, "/nowhere/x.npy");
}

// The length of a header may be any number: also one that begins as a
// compressed file, an archive or IDX does.
TEST_F(DatasetTest, HeadersOfEachLengthAreTaken) {
  for (const size_t size : {0x8B1F, 0x4B50, 0x1080000}) {
    const std::string header = "{" + std::string(size - 2, ' ') + "}";
    const Dataset data = Opened(testing::SafetensorsFile(header, ""));
    EXPECT_TRUE(data.arrays().empty());
  }
}

// A file is judged by its first bytes, the only ones read.
TEST_F(DatasetTest, AHugeFileIsJudgedByItsStart) {
  const std::string path = Written("text", "text");
  std::filesystem::resize_file(path, uint64_t{1} << 42);
  EXPECT_ERROR(OpenArrays(path), InvalidArgument, "do not begin as");
}

// Reads the wanted rows alone of 4 TiB of zeros, which are on no disk.
TEST_F(DatasetTest, ASliceOfAHugeFileIsCheap) {
  const std::string header =
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[1099511627776],"
      "\"data_offsets\":[0,4398046511104]}}";
  const std::string path =
      Written("huge", testing::SafetensorsFile(header, ""));
  std::filesystem::resize_file(path, 8 + header.size() + (int64_t{1} << 42));
  const int64_t rows = int64_t{1} << 40;
  EXPECT_THAT(ValuesOf<float>(OpenArrays(path).Read("a", rows - 2, rows)),
              ElementsAre(0, 0));
}

TEST_F(DatasetTest, APipeIsNotWaitedFor) {
  const std::string path = Written("pipe", "");
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_ERROR(OpenArrays(path), Unavailable, "not a regular file");
}

}  // namespace
}  // namespace paddle::framework
