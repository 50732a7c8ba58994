#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/linear_chain_crf.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LinearChainCrfGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& emission = emission_(context);
    kernels::LinearChainCrfGrad<Device, T>(
        context.device<Device>(), emission, transition_(context),
        label_(context), alpha_(context), dcost_(context), LastLevel(emission),
        [&](size_t bytes) { return context.Workspace(bytes); },
        demission_.get(context), dtransition_.get(context));
  }

 private:
  const Input emission_{this, "Emission"};
  const Input transition_{this, "Transition"};
  const Input label_{this, "Label"};
  const Input alpha_{this, "Alpha"};
  const Input dcost_{this, "LogLikelihood@GRAD"};
  const Output demission_{this, "Emission@GRAD"};
  const Output dtransition_{this, "Transition@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(linear_chain_crf_grad, LinearChainCrfGradKernel, float,
                   double);

}  // namespace paddle::operators
