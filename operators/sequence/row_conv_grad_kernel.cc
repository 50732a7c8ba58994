#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/row_conv.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class RowConvGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto& dout = dout_(context);
    if (auto* dx = dx_.get(context)) {
      kernels::RowConvGradX<Device, T>(
          context.device<Device>(), filter_(context), dout, LastLevel(x), dx);
    }
    if (auto* dfilter = dfilter_.get(context)) {
      kernels::RowConvGradFilter<Device, T>(context.device<Device>(), x, dout,
                                            LastLevel(x), dfilter);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input filter_{this, "Filter"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dfilter_{this, "Filter@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(row_conv_grad, RowConvGradKernel, float, double);

}  // namespace paddle::operators
