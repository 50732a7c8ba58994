#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gru.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruUnitGradKernel final : public GruKernelBase {
 public:
  explicit GruUnitGradKernel(const framework::OpArguments& arguments)
      : GruKernelBase(arguments, "HiddenPrev") {}
  void Compute(const framework::KernelContext& context) const override {
    const auto& hidden = hidden_(context);
    const auto offsets = UnitOffsets(hidden.dims()[0]);
    kernels::GruGrad<T>(context.device(), Inputs(context, offsets),
                        {&hidden, &gates_(context), &reset_(context)},
                        dhidden_(context), options_,
                        [&](size_t bytes) { return context.Workspace(bytes); },
                        {dx_.get(context), dh0_.get(context),
                         dweight_.get(context), dbias_.get(context)});
  }

 private:
  const Input hidden_{this, "Hidden"};
  const Input gates_{this, "Gate"};
  const Input reset_{this, "ResetHiddenPrev"};
  const Input dhidden_{this, "Hidden@GRAD"};
  const Output dx_{this, "Input@GRAD"};
  const Output dh0_{this, "HiddenPrev@GRAD"};
  const Output dweight_{this, "Weight@GRAD"};
  const Output dbias_{this, "Bias@GRAD"};
  const kernels::GruOptions options_ = Options(/*reverse=*/false);
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru_unit_grad, GruUnitGradKernel<float>,
                       GruUnitGradKernel<double>);

}  // namespace paddle::operators
