#include "paddle/tools/serve/load_call.h"

#include <gtest/gtest.h>

#include <string>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

Limits Small() {
  Limits limits;
  limits.deploy_files = 2;
  limits.deploy_bytes = 8;
  return limits;
}

auto Parsed(const std::string& parameters) {
  return ParseLoadCall("{\"parameters\":" + parameters + "}", Small());
}

TEST(LoadCallTest, ReadsFiles) {
  EXPECT_TRUE(ParseLoadCall("", Small()).empty());
  EXPECT_TRUE(ParseLoadCall("{}", Small()).empty());
  EXPECT_TRUE(Parsed("{}").empty());
  const auto files = Parsed(R"({"file:a":"AAEC/w==","file:../b":""})");
  ASSERT_EQ(files.size(), 2);
  EXPECT_EQ(files[0].name, "a");
  EXPECT_EQ(files[0].bytes, std::string("\0\1\2\xff", 4));
  EXPECT_EQ(files[1].name, "../b");
  EXPECT_EQ(files[1].bytes, "");
}

TEST(LoadCallTest, NamesWhatIsWrong) {
  EXPECT_ERROR(ParseLoadCall("[]", Small()), InvalidArgument, "the body");
  EXPECT_ERROR(Parsed("[]"), InvalidArgument, "parameters");
  EXPECT_ERROR(Parsed(R"({"config":"{}"})"), InvalidArgument,
               "parameters[\"config\"] is no parameter");
  EXPECT_ERROR(Parsed(R"({"file:a":1})"), InvalidArgument,
               "parameters[\"file:a\"] is not a string");
  EXPECT_ERROR(Parsed(R"({"file:a":"&&&&"})"), InvalidArgument,
               "parameters[\"file:a\"] is not base64");
  EXPECT_ERROR(Parsed(R"({"file:a":"","file:b":"","file:c":""})"), OutOfRange,
               "more than 2 files");
  EXPECT_EQ(Parsed(R"({"file:a":"AAAAAAAAAAA="})").size(), 1);
  EXPECT_ERROR(Parsed(R"({"file:a":"AAAAAAAAAAAA"})"), OutOfRange, "8 bytes");
  EXPECT_ERROR(Parsed(R"({"file:a":"AAAAAAA=","file:b":"AAAAAAA="})"),
               OutOfRange, "8 bytes");
  EXPECT_ERROR(Parsed("{\"file:a\":\"" + std::string(400, 'A') + "\"}"),
               OutOfRange, "8 bytes");
}

}  // namespace
}  // namespace paddle::serve
