#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_expand.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceExpandKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::SequenceExpand(
        context.device<Device>(), x, ItemsOf(x),
        LevelAt(y_(context), ref_level_),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Attr<int64_t> ref_level_{this, "ref_level"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_expand, SequenceExpandKernel, float, double,
                   int32_t, int64_t);

}  // namespace paddle::operators
