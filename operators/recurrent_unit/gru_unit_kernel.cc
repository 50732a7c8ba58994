#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gru.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruUnitKernel final : public GruKernelBase {
 public:
  explicit GruUnitKernel(const framework::OpArguments& arguments)
      : GruKernelBase(arguments, "HiddenPrev") {}
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = input_(context);
    const auto offsets = UnitOffsets(x.dims()[0]);
    kernels::GruInputs inputs = Inputs(context, offsets);
    inputs.x = &x;
    inputs.bias = bias_.get(context);
    kernels::Gru<T>(context.device(), inputs, options_,
                    [&](size_t bytes) { return context.Workspace(bytes); },
                    {&hidden_(context), &gates_(context), &reset_(context)});
  }

 private:
  const Input input_{this, "Input"};
  const Input bias_{this, "Bias"};
  const Output hidden_{this, "Hidden"};
  const Output gates_{this, "Gate"};
  const Output reset_{this, "ResetHiddenPrev"};
  const kernels::GruOptions options_ = Options(/*reverse=*/false);
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru_unit, GruUnitKernel<float>, GruUnitKernel<double>);

}  // namespace paddle::operators
