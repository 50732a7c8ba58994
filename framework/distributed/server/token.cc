#include "paddle/framework/distributed/server/token.h"

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/token.h"

namespace paddle::distributed {
namespace {

class TokenTarget final : public CallTarget {
 public:
  TokenTarget(std::unique_ptr<CallTarget> target, std::string token)
      : target_(std::move(target)), token_(std::move(token)) {}

  void Begin(Call call, Done done) override {
    call.head.set_token(token_);
    target_->Begin(std::move(call), std::move(done));
  }

 private:
  const std::unique_ptr<CallTarget> target_;
  const std::string token_;
};

}  // namespace

std::string TokenOfEnvironment() {
  const char* const path = std::getenv("PADDLE_TOKEN_FILE");
  return path == nullptr || *path == '\0' ? "" : platform::ReadToken(path);
}

TokenGuard::TokenGuard(CallTarget* target, std::string token, std::string name)
    : target_(target), token_(std::move(token)), name_(std::move(name)) {
  PADDLE_ENFORCE(!token_.empty(), InvalidArgument, "an empty token at ", name_);
}

void TokenGuard::Begin(Call call, Done done) {
  if (!platform::IsToken(call.head.token(), token_)) {
    return done(ErrorReply(
        platform::ErrorCode::kFailedPrecondition,
        absl::StrCat(call.head.token().empty() ? "a call without a token"
                                               : "a call with a wrong token",
                     " at ", name_,
                     ": PADDLE_TOKEN_FILE names the file with the right one")));
  }
  call.head.clear_token();
  target_->Begin(std::move(call), std::move(done));
}

std::unique_ptr<CallTarget> WithToken(std::unique_ptr<CallTarget> target,
                                      std::string token) {
  if (token.empty()) return target;
  return std::make_unique<TokenTarget>(std::move(target), std::move(token));
}

}  // namespace paddle::distributed
