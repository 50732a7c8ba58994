#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gru.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/sequence/last_level.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruKernel final : public GruKernelBase {
 public:
  explicit GruKernel(const framework::OpArguments& arguments)
      : GruKernelBase(arguments, "H0") {}
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = input_(context);
    kernels::GruInputs inputs = Inputs(context, LastLevel(x));
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
  const Output gates_{this, "BatchGate"};
  const Output reset_{this, "BatchResetHiddenPrev"};
  const kernels::GruOptions options_ =
      Options(Attr<bool>(this, "is_reverse").value());
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru, GruKernel<float>, GruKernel<double>);

}  // namespace paddle::operators
