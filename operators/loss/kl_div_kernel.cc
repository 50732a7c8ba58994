#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kl_div_scale.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {
namespace {

constexpr auto kKlDiv = kernels::LossOp::kKlDiv;

template <class Device, class T>
class KlDivKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const kernels::LossInputs inputs = {&x_(context), &target_(context)};
    // The other reductions are sums that differ in their scale.
    if (reduction_.value() == "none") {
      kernels::Loss<Device, T, kKlDiv>(context.device<Device>(), inputs, 0, {},
                                       nullptr, &loss_(context));
      return;
    }
    // No tensor of all losses is made for a sum.
    kernels::LossSum<Device, T, kKlDiv>(
        context.device<Device>(), inputs, 0,
        {KlDivScale(inputs[0]->dims(), reduction_)},
        [&](size_t bytes) { return context.Workspace(bytes); },
        &loss_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input target_{this, "Target"};
  const Output loss_{this, "Loss"};
  const Attr<std::string> reduction_{this, "reduction"};
};

}  // namespace

REGISTER_OP_KERNEL(kl_div, KlDivKernel, float, double);

}  // namespace paddle::operators
