// Lets those make calls who know a secret.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Returns the token in the file that PADDLE_TOKEN_FILE names; "" if that is not
// set. Errors are those of ReadToken (platform/token.h).
std::string TokenOfEnvironment();

// Stands before a target, which must outlive it, and passes on the calls that
// have the token; the others are answered with FailedPrecondition. The time
// that takes does not depend on how much of a wrong token is right. Thread
// safe.
class TokenGuard final : public CallTarget {
 public:
  // `name` is the address of this end in messages.
  TokenGuard(CallTarget* target, std::string token, std::string name);

  void Begin(Call call, Done done) override;

 private:
  CallTarget* const target_;
  const std::string token_;
  const std::string name_;
};

// Returns a target whose calls have the token, and go to another one; that
// itself if the token is empty.
std::unique_ptr<CallTarget> WithToken(std::unique_ptr<CallTarget> target,
                                      std::string token);

}  // namespace paddle::distributed
