#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gru.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/sequence/last_level.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruGradKernel final : public GruKernelBase {
 public:
  explicit GruGradKernel(const framework::OpArguments& arguments)
      : GruKernelBase(arguments, "H0") {}
  void Compute(const framework::KernelContext& context) const override {
    const auto& hidden = hidden_(context);
    kernels::GruGrad<T>(context.device(), Inputs(context, LastLevel(hidden)),
                        {&hidden, &gates_(context), &reset_(context)},
                        dhidden_(context), options_,
                        [&](size_t bytes) { return context.Workspace(bytes); },
                        {dx_.get(context), dh0_.get(context),
                         dweight_.get(context), dbias_.get(context)});
  }

 private:
  const Input hidden_{this, "Hidden"};
  const Input gates_{this, "BatchGate"};
  const Input reset_{this, "BatchResetHiddenPrev"};
  const Input dhidden_{this, "Hidden@GRAD"};
  const Output dx_{this, "Input@GRAD"};
  const Output dh0_{this, "H0@GRAD"};
  const Output dweight_{this, "Weight@GRAD"};
  const Output dbias_{this, "Bias@GRAD"};
  const kernels::GruOptions options_ =
      Options(Attr<bool>(this, "is_reverse").value());
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru_grad, GruGradKernel<float>, GruGradKernel<double>);

}  // namespace paddle::operators
