#include "paddle/tools/serve/json_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::DataTypeOf;
using framework::Dims;
using framework::Tensor;

template <typename T>
std::string ArrayOf(std::initializer_list<T> values) {
  Tensor tensor(Dims({static_cast<int64_t>(values.size())}), DataTypeOf<T>());
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  std::string json;
  AppendJsonArray(tensor, "y", &json);
  return json;
}

std::string StringOf(absl::string_view text) {
  std::string json;
  AppendJsonString(text, &json);
  return json;
}

TEST(JsonTextTest, WritesNumbersWithTheDigitsThatTheyNeed) {
  EXPECT_EQ(ArrayOf<float>({}), "[]");
  EXPECT_EQ(ArrayOf<float>({0.1f, -1, 16777216}), "[0.1,-1,16777216]");
  EXPECT_EQ(ArrayOf<double>({0.1, 1.0 / 3}), "[0.1,0.3333333333333333]");
  EXPECT_EQ(ArrayOf<int64_t>({std::numeric_limits<int64_t>::min()}),
            "[-9223372036854775808]");
  EXPECT_EQ(ArrayOf<uint8_t>({0, 255}), "[0,255]");
  EXPECT_EQ(ArrayOf<uint64_t>({~uint64_t{0}}), "[18446744073709551615]");
  EXPECT_ERROR(ArrayOf<platform::int4>({{1}}), Unimplemented,
               "output y is int4, which the protocol has not");
  EXPECT_EQ(ArrayOf<bool>({true, false}), "[true,false]");
  EXPECT_EQ(ArrayOf<platform::bfloat16>({platform::bfloat16(1.5f)}), "[1.5]");
}

TEST(JsonTextTest, HasNoNaN) {
  EXPECT_ERROR(ArrayOf<float>({0, NAN}), InvalidArgument,
               "output y has a value that is not finite");
  EXPECT_ERROR(ArrayOf<double>({INFINITY}), InvalidArgument, "output y");
}

TEST(JsonTextTest, EscapesStrings) {
  EXPECT_EQ(StringOf("a\"b\\c\n\x01"), R"("a\"b\\c\u000a\u0001")");
  EXPECT_EQ(StringOf("\xc3\xa4"), "\"\xc3\xa4\"");
  EXPECT_EQ(StringOf("\xc3"), "\"?\"");
}

}  // namespace
}  // namespace paddle::serve
