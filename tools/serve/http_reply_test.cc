#include "paddle/tools/serve/http_reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serve {
namespace {

using platform::ErrorCode;
using serving::Answer;
using serving::Outcome;
using ::testing::HasSubstr;

TEST(RepliedTest, AnErrorHasAStatusAndAMessage) {
  EXPECT_EQ(Replied([] { return JsonReply("{}"); }).body, "{}");
  const struct {
    int status;
    std::function<HttpReply()> answer;
  } cases[] = {
      {400, []() -> HttpReply { PADDLE_THROW(TypeMismatch, "a \"b\""); }},
      {404, []() -> HttpReply { PADDLE_THROW(NotFound, "a \"b\""); }},
      {413, []() -> HttpReply { PADDLE_THROW(OutOfRange, "a \"b\""); }},
      {500, []() -> HttpReply { PADDLE_THROW(Internal, "a \"b\""); }},
      {503, []() -> HttpReply { PADDLE_THROW(Unavailable, "a \"b\""); }}};
  for (const auto& each : cases) {
    const HttpReply reply = Replied(each.answer);
    EXPECT_EQ(reply.status, each.status);
    EXPECT_EQ(reply.body, R"({"error":"a \"b\""})");
    EXPECT_FALSE(reply.retry);
  }
  const HttpReply other =
      Replied([] { return JsonReply(std::string().substr(1)); });
  EXPECT_EQ(other.status, 500);
  EXPECT_THAT(other.body, HasSubstr("substr"));
  EXPECT_TRUE(BusyReply("why").retry);
}

TEST(AnswerReplyTest, SaysWhyNothingWasComputed) {
  const platform::TemporaryFolder folder;
  serving::testing::SaveModel(
      folder.Path("1"), [] { return serving::testing::Classifier(3, 4, 2); });
  const serving::ServedModel model(folder.Path("1"));
  const struct {
    Outcome outcome;
    int status;
  } cases[] = {{Outcome::kExpired, 504},
               {Outcome::kGone, 499},
               {Outcome::kRefused, 503},
               {Outcome::kFailed, 400}};
  for (const auto& each : cases) {
    const Answer answer{each.outcome, {}, "why", ErrorCode::kOutOfRange};
    const HttpReply reply = AnswerReply(answer, "mlp", 1, model, {}, 1000);
    EXPECT_EQ(reply.status, each.status);
    EXPECT_EQ(reply.retry, each.outcome == Outcome::kRefused);
    EXPECT_THAT(reply.body, HasSubstr("why"));
  }
}

TEST(CompressReplyTest, CompressesWhatIsLongEnough) {
  HttpReply small = JsonReply("{}"), large = JsonReply(std::string(4096, ' '));
  CompressReply(&small);
  CompressReply(&large);
  EXPECT_FALSE(small.gzip);
  EXPECT_EQ(small.body, "{}");
  EXPECT_TRUE(large.gzip);
  EXPECT_LT(large.body.size(), 4096);
}

TEST(CodeOfAnswerTest, BlamesTheRequestForWhatAnOperatorRefuses) {
  for (const ErrorCode code :
       {ErrorCode::kInvalidArgument, ErrorCode::kTypeMismatch,
        ErrorCode::kOutOfRange, ErrorCode::kNotFound}) {
    EXPECT_EQ(CodeOfAnswer(code), ErrorCode::kInvalidArgument);
  }
  for (const ErrorCode code :
       {ErrorCode::kResourceExhausted, ErrorCode::kUnavailable,
        ErrorCode::kInternal, ErrorCode::kUnimplemented}) {
    EXPECT_EQ(CodeOfAnswer(code), code);
  }
}

}  // namespace
}  // namespace paddle::serve
