#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/operators/loss/nce_noise.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& labels = labels_(context);
    kernels::NceLabels(context.device<Device>(), context.random_key(seed_),
                       // The classes drawn are an output: the gradient must use
                       // the same ones.
                       noise_, given_.value(), label_(context), &labels);
    // Logits are an output, so that the gradient has no products to repeat.
    kernels::NceCost<Device, T>(
        context.device<Device>(), noise_, input_(context),
        {&weight_(context), bias_.get(context)}, row_weight_.get(context),
        labels, &logits_(context), &cost_(context));
  }

 private:
  const Input input_{this, "Input"};
  const Input label_{this, "Label"};
  const Input weight_{this, "Weight"};
  const Input bias_{this, "Bias"};
  const Input row_weight_{this, "SampleWeight"};
  const Output cost_{this, "Cost"};
  const Output logits_{this, "SampleLogits"};
  const Output labels_{this, "SampleLabels"};
  const Attr<std::vector<int64_t>> given_{this, "custom_neg_classes"};
  const Attr<int64_t> seed_{this, "seed"};
  const kernels::NceNoise noise_ = NoiseOf(arguments());
};

}  // namespace

REGISTER_OP_KERNEL(nce, NceKernel, float, double);

}  // namespace paddle::operators
