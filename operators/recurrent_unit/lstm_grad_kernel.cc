#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LstmGradKernel final : public LstmKernelBase {
 public:
  using LstmKernelBase::LstmKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& hidden = hidden_(context);
    kernels::LstmGrad<Device, T>(
        context.device<Device>(), Inputs(context, LastLevel(hidden)),
        {&hidden, &cell_(context), &gates_(context), &activated_(context)},
        dhidden_(context), dcell_(context), options(),
        [&](size_t bytes) { return context.Workspace(bytes); },
        {dx_.get(context), dh0_.get(context), dc0_.get(context),
         dweight_.get(context), dbias_.get(context)});
  }

 private:
  const Input hidden_{this, "Hidden"};
  const Input cell_{this, "Cell"};
  const Input gates_{this, "BatchGate"};
  const Input activated_{this, "BatchCellPreAct"};
  const Input dhidden_{this, "Hidden@GRAD"};
  const Input dcell_{this, "Cell@GRAD"};
  const Output dx_{this, "Input@GRAD"};
  const Output dh0_{this, "H0@GRAD"};
  const Output dc0_{this, "C0@GRAD"};
  const Output dweight_{this, "Weight@GRAD"};
  const Output dbias_{this, "Bias@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(lstm_grad, LstmGradKernel, float, double);

}  // namespace paddle::operators
