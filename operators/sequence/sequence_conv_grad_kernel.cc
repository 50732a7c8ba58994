#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_conv.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceConvGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto workspace = [&](size_t bytes) {
      return context.Workspace(bytes);
    };
    const auto& x = x_(context);
    const auto& dout = dout_(context);
    const kernels::SequenceWindow window = {start_, length_};
    if (auto* dx = dx_.get(context)) {
      kernels::SequenceConvGradX<Device, T>(context.device<Device>(),
                                            filter_(context), dout, window,
                                            LastLevel(x), workspace, dx);
    }
    if (auto* dfilter = dfilter_.get(context)) {
      kernels::SequenceConvGradFilter<Device, T>(context.device<Device>(), x,
                                                 dout, window, LastLevel(x),
                                                 workspace, dfilter);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input filter_{this, "Filter"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dfilter_{this, "Filter@GRAD"};
  const Attr<int64_t> start_{this, "contextStart"};
  const Attr<int64_t> length_{this, "contextLength"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_conv_grad, SequenceConvGradKernel, float, double);

}  // namespace paddle::operators
