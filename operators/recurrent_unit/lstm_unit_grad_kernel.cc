#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/lstm_unit.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LstmUnitGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::LstmUnitGrad<Device, T>(
        context.device<Device>(), x_(context), c_before_(context), dc_(context),
        dh_(context), forget_bias_,
        [&](size_t bytes) { return context.Workspace(bytes); },
        dx_.get(context), dc_before_.get(context));
  }

 private:
  const Input x_{this, "X"};
  const Input c_before_{this, "C_prev"};
  const Input dc_{this, "C@GRAD"};
  const Input dh_{this, "H@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dc_before_{this, "C_prev@GRAD"};
  const Attr<double> forget_bias_{this, "forget_bias"};
};

}  // namespace

REGISTER_OP_KERNEL(lstm_unit_grad, LstmUnitGradKernel, float, double);

}  // namespace paddle::operators
