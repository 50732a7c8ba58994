#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/tensor_message.h"

namespace paddle::operators {
namespace {

class SendKernel final : public CollectiveKernel {
 public:
  using CollectiveKernel::CollectiveKernel;
  void Compute(const framework::KernelContext& context) const override {
    SentTensor(&group(context), static_cast<int>(peer_), tag_, x_(context))
        .Wait();
  }

 private:
  const Input x_{this, "X"};
  const Attr<int64_t> peer_{this, "peer"};
  const Attr<int64_t> tag_{this, "tag"};
};

}  // namespace

REGISTER_OPERATOR(send, SendKernel);

}  // namespace paddle::operators
