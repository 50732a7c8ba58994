#include "paddle/framework/io/stored_array.h"

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using testing::ValuesOf;

class StoredArrayTest : public testing::ArrayFilesTest {
 protected:
  StoredArray Array(const std::string& bytes, DataType dtype, const Dims& dims,
                    bool big_endian = false) const {
    const auto file =
        std::make_shared<platform::RandomAccessFile>(Written("array", bytes));
    return StoredArray(StoredBytes("array", file, 0, file->size()), 0, dtype,
                       dims, big_endian);
  }
};

TEST_F(StoredArrayTest, ReadsRows) {
  const auto array = Array(testing::BytesOf<int32_t>({1, 2, 3, 4, 5, 6}),
                           DataType::kInt32, {3, 2});
  EXPECT_EQ(array.rows(), 3);
  EXPECT_THAT(ValuesOf<int32_t>(array.Read(1, 2)), ElementsAre(3, 4));
  EXPECT_EQ(array.Read(1, 3).dims(), Dims({2, 2}));
  EXPECT_EQ(array.Read(3, 3).dims(), Dims({0, 2}));
  EXPECT_THAT(ValuesOf<int32_t>(array.Read()), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(StoredArrayTest, RowsOutsideAreRefused) {
  const auto array = Array("abcdef", DataType::kUInt8, {3, 2});
  EXPECT_ERROR(array.Read(2, 4), OutOfRange, "no rows [2, 4)");
  EXPECT_ERROR(array.Read(-1, 2), OutOfRange, "no rows [-1, 2)");
  EXPECT_ERROR(array.Read(2, 1), OutOfRange, "no rows [2, 1)");
  Tensor target({2, 2}, DataType::kUInt8);
  EXPECT_ERROR(array.ReadInto(2, &target), OutOfRange, "no 2 rows from 2");
  Tensor wide({2, 3}, DataType::kUInt8);
  EXPECT_ERROR(array.ReadInto(0, &wide), InvalidArgument, "do not fit");
}

TEST_F(StoredArrayTest, AScalarIsReadAsAWhole) {
  const auto array = Array("a", DataType::kUInt8, {});
  EXPECT_THAT(ValuesOf<uint8_t>(array.Read()), ElementsAre('a'));
  EXPECT_ERROR(array.Read(0, 1), InvalidArgument, "a scalar has no rows");
}

TEST_F(StoredArrayTest, BigEndianNumbersAreTurned) {
  const auto array = Array(std::string("\0\1\1\0", 4), DataType::kInt16, {2},
                           /*big_endian=*/true);
  EXPECT_THAT(ValuesOf<int16_t>(array.Read()), ElementsAre(1, 256));
}

TEST_F(StoredArrayTest, BoolsArePlain) {
  const auto array = Array(std::string("\0\1\7", 3), DataType::kBool, {3});
  const Tensor tensor = array.Read();
  const auto* bytes = static_cast<const uint8_t*>(tensor.raw_data());
  EXPECT_THAT(std::vector<int>(bytes, bytes + 3), ElementsAre(0, 1, 1));
}

// Only the wanted rows of a file of 4 TiB, which is not there, are read.
TEST_F(StoredArrayTest, ASliceOfAHugeFileIsCheap) {
  constexpr int64_t kRows = int64_t{1} << 40;
  const std::string path = Written("huge", "");
  std::filesystem::resize_file(path, kRows * sizeof(float));
  const auto file = std::make_shared<platform::RandomAccessFile>(path);
  const StoredArray array(StoredBytes("huge", file, 0, file->size()), 0,
                          DataType::kFloat32, {kRows});
  EXPECT_THAT(ValuesOf<float>(array.Read(kRows - 2, kRows)), ElementsAre(0, 0));
}

TEST(CheckedDimsTest, AbsurdSizesAreRefused) {
  const int64_t large = int64_t{1} << 61;
  EXPECT_EQ(CheckedDims({2, 0}, DataType::kFloat32, "f"), Dims({2, 0}));
  EXPECT_ERROR(CheckedDims({large, 4}, DataType::kUInt8, "f"), InvalidArgument,
               "f: the product of the sizes overflows");
  EXPECT_ERROR(CheckedDims({large, 0}, DataType::kFloat32, "f"),
               InvalidArgument, "overflows");
  EXPECT_ERROR(CheckedDims(std::vector<int64_t>(10, 1), DataType::kBool, "f"),
               InvalidArgument, "f: an array of 10 axes");
}

}  // namespace
}  // namespace paddle::framework
