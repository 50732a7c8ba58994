#include "paddle/framework/io/safetensors.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using testing::SafetensorsFile;
using testing::ValuesOf;

std::string Entry(const std::string& name, const std::string& dtype,
                  const std::string& shape, int begin, int end) {
  return absl::StrCat("\"", name, "\":{\"dtype\":\"", dtype,
                      "\",\"shape\":", shape, ",\"data_offsets\":[", begin, ",",
                      end, "]}");
}

class SafetensorsTest : public testing::ArrayFilesTest {
 protected:
  Dataset Parsed(const std::string& members, const std::string& bytes) const {
    return Opened(SafetensorsFile("{" + members + "}", bytes));
  }
};

TEST_F(SafetensorsTest, ReadsArraysInAnyOrder) {
  const Dataset data =
      Parsed(absl::StrCat("\"__metadata__\":{\"epoch\":\"3\"},",
                          Entry("b", "I16", "[2]", 1, 5), ",",
                          Entry("empty", "F64", "[0,3]", 5, 5), ",",
                          Entry("a", "U8", "[]", 0, 1)),
             "x" + testing::BytesOf<int16_t>({-1, 300}));
  EXPECT_EQ(data.arrays().size(), 3u);
  EXPECT_THAT(ValuesOf<uint8_t>(data.Find("a").Read()), ElementsAre('x'));
  EXPECT_THAT(ValuesOf<int16_t>(data.Read("b", 0, 2)), ElementsAre(-1, 300));
  EXPECT_EQ(data.Find("empty").dims(), Dims({0, 3}));
}

TEST_F(SafetensorsTest, HasAllTypesOfTensors) {
  const std::pair<const char*, DataType> types[] = {
      {"BOOL", DataType::kBool},   {"U8", DataType::kUInt8},
      {"I8", DataType::kInt8},     {"I16", DataType::kInt16},
      {"I32", DataType::kInt32},   {"I64", DataType::kInt64},
      {"F16", DataType::kFloat16}, {"BF16", DataType::kBFloat16},
      {"F32", DataType::kFloat32}, {"F64", DataType::kFloat64},
      {"U16", DataType::kUInt16},  {"F8_E4M3", DataType::kFloat8E4M3FN}};
  for (const auto& [name, dtype] : types) {
    const auto size = static_cast<int>(SizeOf(dtype));
    const Dataset data =
        Parsed(Entry("a", name, "[1]", 0, size), std::string(size, '\0'));
    EXPECT_EQ(data.Find("a").dtype(), dtype);
  }
  EXPECT_ERROR(Parsed(Entry("a", "C64", "[1]", 0, 8), "complex"),
               InvalidArgument, "array a has an unknown data type C64");
}

TEST_F(SafetensorsTest, PlacesMustFitTheBytes) {
  EXPECT_ERROR(Parsed(Entry("a", "U8", "[1]", 1, 2), "xy"), InvalidArgument,
               "array a begins at 1, not at 0");
  EXPECT_ERROR(Parsed(Entry("a", "U8", "[3]", 0, 2), "xy"), InvalidArgument,
               "array a [3] has 2 bytes, not 3");
  EXPECT_ERROR(Parsed(Entry("a", "U8", "[2]", 0, 2), "x"), InvalidArgument,
               "truncated");
  EXPECT_ERROR(Parsed(Entry("a", "U8", "[2]", 0, 2), "xyz"), InvalidArgument,
               "more than the");
  EXPECT_ERROR(Parsed(Entry("a", "F32", "[4611686018427387904,4]", 0, 2), "xy"),
               InvalidArgument, "overflows");
}

TEST_F(SafetensorsTest, EntriesMustBeWhole) {
  EXPECT_ERROR(Parsed("\"a\":{\"dtype\":\"U8\",\"shape\":[1]}", "x"),
               InvalidArgument, "the entry of array a is not whole");
  EXPECT_ERROR(Parsed("\"a\":{\"color\":1}", "x"), InvalidArgument,
               "unknown member color");
  EXPECT_ERROR(Parsed("\"__metadata__\":{\"epoch\":3}", ""), InvalidArgument,
               "byte 33: expected");
}

TEST_F(SafetensorsTest, EveryTruncationIsFound) {
  const std::string bytes = SafetensorsFile(
      "{" + Entry("a", "I32", "[2]", 0, 8) + "}", std::string(8, 'x'));
  EXPECT_EQ(Opened(bytes).Find("a").rows(), 2);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_ERROR(Opened(bytes.substr(0, size)), InvalidArgument, "/file");
  }
}

TEST_F(SafetensorsTest, AnAbsurdHeaderTakesNoMemory) {
  std::string bytes = SafetensorsFile("{}", "");
  bytes[6] = 1;
  EXPECT_ERROR(Opened(bytes), InvalidArgument, "its header would have");
}

}  // namespace
}  // namespace paddle::framework
