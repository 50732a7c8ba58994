#include "paddle/platform/utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(Utf8Test, TextIsTaken) {
  for (const std::string text :
       {"", "abc", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
}

TEST(Utf8Test, OtherBytesAreRefused) {
  for (const std::string bytes :
       {"\x80", "\xC3", "\xC0\xAF", "\xE0\x9F\xBF", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "a\xC3z", "\xE2\x82"}) {
    EXPECT_FALSE(IsUtf8(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace paddle::platform
