#include "paddle/framework/types/size_expression.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

std::string Canonical(const char* text) {
  return SizeExpression::Parse(text).ToString();
}

TEST(SizeExpression, OneTextForOneValue) {
  EXPECT_EQ(Canonical("28*N"), "N*28");
  EXPECT_EQ(Canonical("N+N"), "N*2");
  EXPECT_EQ(Canonical("2+N"), "N+2");
  EXPECT_EQ(Canonical("s2*N"), "N*s2");
  EXPECT_EQ(Canonical("(N+1)*(N-1)"), "N*N-1");
  EXPECT_EQ(Canonical("s3+N-s2"), "N-s2+s3");
  EXPECT_EQ(Canonical("N-N"), "0");
  EXPECT_EQ(Canonical("3-N"), "-N+3");
}

TEST(SizeExpression, QuotientsComeOutWhereProvable) {
  EXPECT_EQ(Canonical("(N*4)/4"), "N");
  EXPECT_EQ(Canonical("(N*4+3)/4"), "N");
  EXPECT_EQ(Canonical("(N*4+2)/4"), "N");
  EXPECT_EQ(Canonical("(N*6+4)/4"), "N+N/2+1");
  EXPECT_EQ(Canonical("(N+2)/2"), "N/2+1");
  EXPECT_EQ(Canonical("(N+1)/2"), "(N+1)/2");
  EXPECT_EQ(Canonical("(N-1)/2"), "(N+1)/2-1");
  EXPECT_EQ(Canonical("(N*2+1)/4"), "N/2");
  EXPECT_EQ(Canonical("(N*28)/N"), "28");
  EXPECT_EQ(Canonical("(N*s2*6+N*2)/(N*2)"), "s2*3+1");
  EXPECT_EQ(Canonical("(N+1)/(N+1)"), "1");
  EXPECT_EQ(Canonical("N/s2"), "N/s2");
  EXPECT_EQ(Canonical("N/1"), "N");
}

TEST(SizeExpression, ItsOwnTextIsAFixedPoint) {
  for (const char* text :
       {"(N+1)/2*3", "N/2*s2/3", "((N+1)/2+1)/2", "s2/(N+1)*4+N/s2",
        "(N*2+1)/(s2*3)", "7", "-N*3+12", "(N/2)*(N/3)", "N-s2-s3-4"}) {
    const std::string once = Canonical(text);
    EXPECT_EQ(Canonical(once.c_str()), once) << text;
  }
}

// Replaces N and s2 and computes the text with plain numbers.
int64_t ValueAt(std::string text, int n, int s) {
  const auto replace = [&text](const std::string& name, int value) {
    for (size_t at; (at = text.find(name)) != std::string::npos;) {
      text.replace(at, name.size(), std::to_string(value));
    }
  };
  replace("N", n);
  replace("s2", s);
  return SizeExpression::Parse(text).AsNumber().value();
}

TEST(SizeExpression, KeepsTheValue) {
  for (const char* text :
       {"(N*6+4)/4", "(N+7)/3", "(N*10+5)/4*2", "(N-1)/2+1", "((N+1)/2+1)/2",
        "(N*s2*6+N*2)/(N*2)", "(N+s2)/s2", "(N*4-1)/4", "(N*5+s2*10+7)/5"}) {
    for (int n = 1; n < 20; ++n) {
      for (int s = 1; s < 5; ++s) {
        EXPECT_EQ(ValueAt(Canonical(text), n, s), ValueAt(text, n, s))
            << text << " at N=" << n << " s2=" << s;
      }
    }
  }
}

TEST(SizeExpression, RefusesWhatIsNoFormula) {
  for (const char* text : {"", "N+", "(N", "N)", "N 2", "*N", "N//2", "N!"}) {
    EXPECT_ERROR(SizeExpression::Parse(text), Internal, "size expression");
  }
  EXPECT_ERROR(SizeExpression::Parse("N/0"), InvalidArgument,
               "the size N is divided by 0");
}

TEST(SizeExpression, OverflowIsReported) {
  EXPECT_ERROR(SizeExpression::Parse("N*4294967296*4294967296"),
               InvalidArgument, "overflows");
  EXPECT_ERROR(SizeExpression::Parse("9223372036854775807+1"), InvalidArgument,
               "9223372036854775807 + 1 overflows");
}

}  // namespace
}  // namespace paddle::framework
