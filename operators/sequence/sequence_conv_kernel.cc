#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_conv.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceConvKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::SequenceConv<Device, T>(
        context.device<Device>(), x, filter_(context), {start_, length_},
        LastLevel(x), [&](size_t bytes) { return context.Workspace(bytes); },
        &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input filter_{this, "Filter"};
  const Output out_{this, "Out"};
  const Attr<int64_t> start_{this, "contextStart"};
  const Attr<int64_t> length_{this, "contextLength"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_conv, SequenceConvKernel, float, double);

}  // namespace paddle::operators
