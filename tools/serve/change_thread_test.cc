#include "paddle/tools/serve/change_thread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "paddle/platform/enforce.h"

namespace paddle::serve {
namespace {

using ::testing::HasSubstr;

// Returns the reply of a change, or its refusal.
HttpReply ReplyOf(ChangeThread* thread,
                  const std::function<HttpReply()>& change) {
  std::promise<HttpReply> reply;
  const auto refused =
      thread->Start(change, [&](HttpReply r) { reply.set_value(r); });
  return refused ? *refused : reply.get_future().get();
}

TEST(ChangeThreadTest, RepliesAlsoToWhatFails) {
  ChangeThread thread;
  EXPECT_EQ(ReplyOf(&thread, [] { return JsonReply("1"); }).body, "1");
  const HttpReply reply = ReplyOf(&thread, []() -> HttpReply {
    PADDLE_THROW(NotFound, "no model is called x");
  });
  EXPECT_EQ(reply.status, 404);
}

TEST(ChangeThreadTest, MakesOneChangeAtATime) {
  ChangeThread thread;
  std::promise<void> go;
  std::promise<HttpReply> done;
  const auto wait = [&] {
    go.get_future().wait();
    return HttpReply();
  };
  EXPECT_FALSE(thread.Start(wait, [&](HttpReply r) { done.set_value(r); }));
  const HttpReply refused = ReplyOf(&thread, [] { return HttpReply(); });
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(refused.retry);
  EXPECT_THAT(refused.body, HasSubstr("another model"));
  go.set_value();
  EXPECT_EQ(done.get_future().get().status, 200);
  EXPECT_EQ(ReplyOf(&thread, [] { return HttpReply(); }).status, 200);
}

TEST(ChangeThreadTest, MakesNoneOnceItIsClosed) {
  ChangeThread thread;
  thread.Close();
  const HttpReply refused = ReplyOf(&thread, [] { return HttpReply(); });
  EXPECT_EQ(refused.status, 503);
  EXPECT_FALSE(refused.retry);
}

}  // namespace
}  // namespace paddle::serve
