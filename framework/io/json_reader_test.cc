#include "paddle/framework/io/json_reader.h"

#include <map>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::string StringOf(const std::string& text) {
  JsonReader json(text, "file", 0);
  std::string value = json.String();
  json.End();
  return value;
}

std::map<std::string, std::vector<int64_t>> ListsOf(const std::string& text) {
  std::map<std::string, std::vector<int64_t>> lists;
  JsonReader json(text, "file", 8);
  json.Object([&](const std::string& name) {
    auto& list = lists[name];
    json.Array([&] { list.push_back(json.Integer()); });
  });
  json.End();
  return lists;
}

TEST(JsonReaderTest, ReadsObjectsAndArrays) {
  EXPECT_THAT(
      ListsOf(" { \"a\" : [ 1 ,2] ,\"b\":[] }  "),
      ElementsAre(Pair("a", ElementsAre(1, 2)), Pair("b", ElementsAre())));
  EXPECT_THAT(ListsOf("{}"), ElementsAre());
}

TEST(JsonReaderTest, StringsMayBeEscaped) {
  EXPECT_EQ(StringOf(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(StringOf(R"("A\u0041\u00e9\u20AC\ud83d\ude00")"),
            "AA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(StringOf("\"\xC3\xA9\""), "\xC3\xA9");
}

TEST(JsonReaderTest, BadStringsAreRefused) {
  for (const std::string text :
       {"\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\ud83d\"",
        "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\n\"", "\"\x80\"", "a"}) {
    EXPECT_ERROR(StringOf(text), InvalidArgument, "file, byte ");
  }
}

TEST(JsonReaderTest, OtherTextIsRefusedWithItsPlace) {
  EXPECT_ERROR(ListsOf("{\"a\":[1,]}"), InvalidArgument, "file, byte 16: ");
  for (const std::string text :
       {"", "[]", "{", "{\"a\"}", "{\"a\":[1}", "{\"a\":[1 2]}", "{\"a\":[1],}",
        "{\"a\":[1.5]}", "{\"a\":[1e5]}", "{\"a\":[-1]}", "{\"a\":[01]}",
        "{\"a\":[null]}", "{a:[]}", "{} {}"}) {
    EXPECT_ERROR(ListsOf(text), InvalidArgument, "file, byte ");
  }
  EXPECT_ERROR(ListsOf("{\"a\":[],\"a\":[]}"), InvalidArgument,
               "the name a stands twice");
}

TEST(JsonReaderTest, DeepTextNeedsNoStack) {
  EXPECT_ERROR(ListsOf("{\"a\":" + std::string(10000000, '[')), InvalidArgument,
               "expected an integer");
}

}  // namespace
}  // namespace paddle::framework
