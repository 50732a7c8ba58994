#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/collective/pending_message.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class SendWaitKernel final : public framework::OpKernel {
 public:
  explicit SendWaitKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), pending_(arguments.InputRange("Pending").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    auto* pending = context.var(pending_)->GetMutable<PendingMessage>();
    PADDLE_ENFORCE(pending->tensor != nullptr, FailedPrecondition,
                   "nothing was sent that could be waited for");
    pending->tensor->Wait();
    pending->tensor = nullptr;
  }

 private:
  const int pending_;
};

}  // namespace

REGISTER_OPERATOR(send_wait, SendWaitKernel);

}  // namespace paddle::operators
