#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/lstm_unit.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LstmUnitKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::LstmUnit<Device, T>(
        context.device<Device>(), x_(context), c_before_(context), forget_bias_,
        [&](size_t bytes) { return context.Workspace(bytes); }, &c_(context),
        &h_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input c_before_{this, "C_prev"};
  const Output c_{this, "C"};
  const Output h_{this, "H"};
  const Attr<double> forget_bias_{this, "forget_bias"};
};

}  // namespace

REGISTER_OP_KERNEL(lstm_unit, LstmUnitKernel, float, double);

}  // namespace paddle::operators
