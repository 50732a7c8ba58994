#include "paddle/framework/distributed/server/token.h"

#include <memory>
#include <string>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/unreliable_target.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

// Counts calls, and expects them to be without their token.
class Counter final : public CallTarget {
 public:
  void Begin(Call call, Done done) override {
    EXPECT_EQ(call.head.token(), "");
    ++calls;
    done(Reply());
  }
  int calls = 0;
};

TEST(TokenTest, LetsThoseInWhoHaveIt) {
  Counter counter;
  TokenGuard guard(&counter, "secret", "node:1");
  const auto ask = [&](const std::string& token) {
    const auto way = WithToken(
        std::make_unique<UnreliableTarget>(&guard, Faults(), 0), token);
    ThrowErrorOf(Await(way.get(), Call()), "asking");
  };
  ask("secret");
  EXPECT_EQ(counter.calls, 1);
  for (const char* wrong : {"secre", "secret2", "Secret", "secretsecret"}) {
    EXPECT_ERROR(ask(wrong), FailedPrecondition, "a wrong token at node:1");
  }
  EXPECT_ERROR(ask(""), FailedPrecondition, "without a token at node:1");
  EXPECT_EQ(counter.calls, 1);
  EXPECT_ERROR(TokenGuard(&counter, "", "node:1"), InvalidArgument, "empty");
}

}  // namespace
}  // namespace paddle::distributed
