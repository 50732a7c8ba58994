#include "paddle/framework/io/text_cursor.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(TextCursorTest, WalksThroughWordsAndIntegers) {
  TextCursor cursor(" (12, 0)\n", "file", 0);
  cursor.Expect("(");
  EXPECT_EQ(cursor.Integer(), 12);
  EXPECT_TRUE(cursor.Take(","));
  EXPECT_FALSE(cursor.Take(","));
  EXPECT_EQ(cursor.Integer(), 0);
  EXPECT_EQ(cursor.Next(), ')');
  cursor.End();
  EXPECT_TRUE(cursor.done());
}

TEST(TextCursorTest, ProblemsNameTheByteInTheFile) {
  TextCursor cursor("ab", "some.npy", 10);
  cursor.Next();
  EXPECT_ERROR(cursor.Expect("("), InvalidArgument,
               "some.npy, byte 11: expected (");
  EXPECT_ERROR(cursor.End(), InvalidArgument, "expected the end");
  cursor.Next();
  EXPECT_ERROR(cursor.Next(), InvalidArgument, "byte 12: the header ends");
}

TEST(TextCursorTest, IntegersAreStrict) {
  const auto read = [](const char* text) {
    return TextCursor(text, "file", 0).Integer();
  };
  EXPECT_EQ(read("9223372036854775807"), INT64_MAX);
  EXPECT_ERROR(read("9223372036854775808"), InvalidArgument, "above");
  EXPECT_ERROR(read("-1"), InvalidArgument, "at least 0");
  EXPECT_ERROR(read("01"), InvalidArgument, "leading zero");
  EXPECT_ERROR(read(""), InvalidArgument, "at least 0");
}

}  // namespace
}  // namespace paddle::framework
