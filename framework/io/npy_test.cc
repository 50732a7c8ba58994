#include "paddle/framework/io/npy.h"

#include "absl/strings/str_replace.h"
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

class NpyTest : public testing::ArrayFilesTest {
 protected:
  StoredArray Parsed(const std::string& bytes) const {
    return Opened(bytes).Find("file");
  }
};

TEST_F(NpyTest, ReadsShapes) {
  const std::string bytes = testing::BytesOf<float>({1, 2, 3, 4});
  const StoredArray matrix = Parsed(NpyFile("<f4", "(2, 2)", bytes));
  EXPECT_EQ(matrix.dims(), Dims({2, 2}));
  EXPECT_THAT(ValuesOf<float>(matrix.Read(1, 2)), ElementsAre(3, 4));
  EXPECT_EQ(Parsed(NpyFile("<f4", "(4,)", bytes)).dims(), Dims({4}));
  EXPECT_EQ(Parsed(NpyFile("|u1", "()", "x")).dims(), Dims());
  EXPECT_EQ(Parsed(NpyFile("<f8", "(0, 7)", "")).dims(), Dims({0, 7}));
  EXPECT_EQ(Parsed(NpyFile("<u4", "(1,)", "wxyz")).dims(), Dims({1}));
}

TEST_F(NpyTest, ReadsVersions) {
  const std::string first = NpyFile("|u1", "(1,)", "x");
  for (const char version : {2, 3}) {
    std::string bytes = first;
    bytes[6] = version;
    bytes.insert(10, 2, '\0');  // the length has four bytes
    EXPECT_THAT(ValuesOf<uint8_t>(Parsed(bytes).Read()), ElementsAre('x'));
  }
  std::string bytes = first;
  bytes[6] = 4;
  EXPECT_ERROR(Parsed(bytes), InvalidArgument, "byte 6: version 4.0");
}

TEST_F(NpyTest, OtherOrdersAndTypesAreRefused) {
  const std::string bytes = NpyFile("|u1", "(1,)", "x");
  EXPECT_ERROR(Parsed(absl::StrReplaceAll(bytes, {{"False", " True"}})),
               InvalidArgument, "it is in Fortran order");
  for (const char* type : {">f4", ">u4", "<c8", "|S3", "|V2", "|O"}) {
    EXPECT_ERROR(Parsed(NpyFile(type, "(1,)", "xxxx")), InvalidArgument,
                 "is none of a tensor");
  }
  EXPECT_ERROR(Parsed(absl::StrReplaceAll(bytes, {{"'|u1'", "[   ]"}})),
               InvalidArgument, "structures are not read");
}

TEST_F(NpyTest, DamageIsFoundWithItsPlace) {
  const std::string bytes = NpyFile("|u1", "(1,)", "x");
  const auto replaced = [&](const char* from, const char* to) {
    return Parsed(absl::StrReplaceAll(bytes, {{from, to}}));
  };
  EXPECT_ERROR(replaced("shape", "shope"), InvalidArgument,
               "unknown member shope");
  EXPECT_ERROR(replaced("(1,)", "(1 )"), InvalidArgument, "no tuple");
  EXPECT_ERROR(replaced("(1,)", "1,1,"), InvalidArgument, "expected (");
  EXPECT_ERROR(replaced("(1,)", "(,1)"), InvalidArgument, "at least 0");
  EXPECT_ERROR(replaced("False", "Folse"), InvalidArgument, "expected False");
  EXPECT_ERROR(replaced(", }", ", ]"), InvalidArgument, "expected }");
  EXPECT_ERROR(replaced("NUMPY", "NUMPI"), InvalidArgument, "byte 0");
  EXPECT_ERROR(Parsed(bytes + "y"), InvalidArgument, "more than the");
}

TEST_F(NpyTest, EveryTruncationIsFound) {
  const std::string bytes = NpyFile("<i8", "(2, 1)", std::string(16, 'x'));
  EXPECT_EQ(Parsed(bytes).rows(), 2);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_ERROR(Parsed(bytes.substr(0, size)), InvalidArgument, "/file");
  }
}

TEST_F(NpyTest, AbsurdSizesTakeNoMemory) {
  EXPECT_ERROR(Parsed(NpyFile("<f4", "(4611686018427387904, 9)", "")),
               InvalidArgument, "overflows");
  EXPECT_ERROR(Parsed(NpyFile("<f4", "(1000000000000,)", "")), InvalidArgument,
               "truncated");
}

}  // namespace
}  // namespace paddle::framework
