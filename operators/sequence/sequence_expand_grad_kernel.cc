#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_expand.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceExpandGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::SequenceExpandGrad<Device, T>(
        context.device<Device>(), dout_(context), ItemsOf(*dx),
        LevelAt(y_(context), ref_level_),
        [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

 private:
  const Input y_{this, "Y"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> ref_level_{this, "ref_level"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_expand_grad, SequenceExpandGradKernel, float,
                   double);

}  // namespace paddle::operators
