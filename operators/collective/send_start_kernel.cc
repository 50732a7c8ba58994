#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/pending_message.h"

namespace paddle::operators {
namespace {

class SendStartKernel final : public CollectiveKernel {
 public:
  explicit SendStartKernel(const framework::OpArguments& arguments)
      : CollectiveKernel(arguments),
        pending_(arguments.OutputRange("Pending").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    auto* pending = context.var(pending_)->GetMutable<PendingMessage>();
    pending->tensor = nullptr;  // of a run that failed in between
    pending->tensor = std::make_unique<SentTensor>(
        &group(context), static_cast<int>(peer_), tag_, x_(context));
  }

 private:
  const Input x_{this, "X"};
  const int pending_;
  const Attr<int64_t> peer_{this, "peer"};
  const Attr<int64_t> tag_{this, "tag"};
};

}  // namespace

REGISTER_OPERATOR(send_start, SendStartKernel);

}  // namespace paddle::operators
