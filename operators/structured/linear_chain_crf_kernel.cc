#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/linear_chain_crf.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LinearChainCrfKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& emission = emission_(context);
    kernels::LinearChainCrf<Device, T>(
        context.device<Device>(), emission, transition_(context),
        label_(context), LastLevel(emission),
        [&](size_t bytes) { return context.Workspace(bytes); },
        &alpha_(context), &cost_(context));
  }

 private:
  const Input emission_{this, "Emission"};
  const Input transition_{this, "Transition"};
  const Input label_{this, "Label"};
  const Output alpha_{this, "Alpha"};
  const Output cost_{this, "LogLikelihood"};
};

}  // namespace

REGISTER_OP_KERNEL(linear_chain_crf, LinearChainCrfKernel, float, double);

}  // namespace paddle::operators
