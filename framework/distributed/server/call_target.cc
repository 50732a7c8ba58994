#include "paddle/framework/distributed/server/call_target.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace paddle::distributed {

using platform::ErrorCode;

std::future<Reply> BeginCall(CallTarget* target, Call call) {
  // Shared: `done` may still run when the reply is there.
  auto came = std::make_shared<std::promise<Reply>>();
  target->Begin(std::move(call),
                [came](Reply reply) { came->set_value(std::move(reply)); });
  return came->get_future();
}

Reply Await(CallTarget* target, Call call) {
  return BeginCall(target, std::move(call)).get();
}

Reply ErrorReply(ErrorCode code, std::string message) {
  Reply reply;
  reply.head.set_error(1 + static_cast<int>(code));
  reply.head.set_message(std::move(message));
  return reply;
}

void ThrowErrorOf(const Reply& reply, const std::string& where) {
  const int error = reply.head.error();
  if (error == 0) return;
  const bool known =
      1 <= error && error <= 1 + static_cast<int>(ErrorCode::kInternal);
  const ErrorCode code =
      known ? static_cast<ErrorCode>(error - 1) : ErrorCode::kInternal;
  // Mostly what() of an exception, which begins as the new one does.
  absl::string_view message = reply.head.message();
  absl::ConsumePrefix(&message,
                      absl::StrCat(platform::ErrorCodeName(code), ": "));
  platform::internal::ThrowError(code, {message, "\n  ", where}, __FILE__,
                                 __LINE__);
}

}  // namespace paddle::distributed
