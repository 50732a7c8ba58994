#include "paddle/framework/distributed/server/frame_target.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/caught.h"
#include "paddle/framework/distributed/server/frame.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::Tensor;
using platform::ErrorCode;

// Returns the frame of a message, which keeps the memory of its tensors.
template <class Message>
Frame ToFrame(const Message& message) {
  struct Kept {
    std::string head;
    std::vector<Tensor> tensors;
  };
  auto kept =
      std::make_shared<Kept>(Kept{EncodeHead(message), message.tensors});
  Frame frame;
  frame.pieces.emplace_back(kept->head);
  for (const Tensor& tensor : kept->tensors) {
    if (tensor.bytes() == 0) continue;
    frame.pieces.emplace_back(static_cast<const char*>(tensor.raw_data()),
                              tensor.bytes());
  }
  frame.keeper = std::move(kept);
  return frame;
}

Reply ReplyOf(const Frame& answer, const char* error) {
  if (error != nullptr) {
    return ErrorReply(ErrorCode::kUnavailable,
                      absl::StrCat("the call failed: ", error));
  }
  return CaughtReply([&] { return DecodeReply(answer.pieces); });
}

class FrameTarget final : public CallTarget {
 public:
  explicit FrameTarget(std::unique_ptr<FrameClient> client)
      : client_(std::move(client)) {}

  void Begin(Call call, Done done) override {
    client_->Begin(ToFrame(call), [done = std::move(done)](const Frame& answer,
                                                           const char* error) {
      done(ReplyOf(answer, error));
    });
  }

 private:
  const std::unique_ptr<FrameClient> client_;
};

}  // namespace

std::unique_ptr<CallTarget> NewFrameTarget(
    std::unique_ptr<FrameClient> client) {
  return std::make_unique<FrameTarget>(std::move(client));
}

FrameHandler HandlerOf(CallTarget* target) {
  return [target](const Frame& request, const FrameAnswer& answer) {
    Call call;
    const Reply failure =
        CaughtReply([&] { call = DecodeCall(request.pieces); });
    if (failure.head.error() != 0) return answer(ToFrame(failure));
    target->Begin(std::move(call),
                  [answer](const Reply& reply) { answer(ToFrame(reply)); });
  };
}

}  // namespace paddle::distributed
