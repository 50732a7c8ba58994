#include "paddle/operators/collective/collective_kernel.h"

namespace paddle::operators {
namespace {

class BroadcastKernel final : public CollectiveKernel {
 public:
  explicit BroadcastKernel(const framework::OpArguments& arguments)
      : CollectiveKernel(arguments), tensors_(arguments) {}

  void Compute(const framework::KernelContext& context) const override {
    for (int i = 0; i < tensors_.size(); ++i) {
      framework::LoDTensor& tensor = tensors_(context, i);
      group(context).Broadcast(tensor.raw_mutable_data(), tensor.bytes(),
                               static_cast<int>(root_));
    }
  }

 private:
  const ExchangedList tensors_;
  const Attr<int64_t> root_{this, "root"};
};

}  // namespace

REGISTER_OPERATOR(broadcast, BroadcastKernel);

}  // namespace paddle::operators
