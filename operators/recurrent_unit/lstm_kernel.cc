#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LstmKernel final : public LstmKernelBase {
 public:
  using LstmKernelBase::LstmKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = input_(context);
    kernels::LstmInputs inputs = Inputs(context, LastLevel(x));
    inputs.x = &x;
    kernels::Lstm<Device, T>(
        context.device<Device>(), inputs, options(),
        [&](size_t bytes) { return context.Workspace(bytes); },
        {hidden_.get(context), cell_.get(context), gates_.get(context),
         activated_.get(context)});
  }

 private:
  const Input input_{this, "Input"};
  const Output hidden_{this, "Hidden"};
  const Output cell_{this, "Cell"};
  const Output gates_{this, "BatchGate"};
  const Output activated_{this, "BatchCellPreAct"};
};

}  // namespace

REGISTER_OP_KERNEL(lstm, LstmKernel, float, double);

}  // namespace paddle::operators
