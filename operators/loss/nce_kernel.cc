#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/operators/loss/nce_noise.h"

namespace paddle::operators {
namespace {

template <typename T>
class NceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& labels = labels_(context);
    kernels::NceLabels(context.device(), context.random_key(seed_), noise_,
                       given_.value(), label_(context), &labels);
    kernels::NceCost<T>(context.device(), noise_, input_(context),
                        {&weight_(context), bias_.get(context)},
                        row_weight_.get(context), labels, &logits_(context),
                        &cost_(context));
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

REGISTER_OP_CPU_KERNEL(nce, NceKernel<float>, NceKernel<double>);
REGISTER_OP_CUDA_TWIN(nce, NceKernel<float>, NceKernel<double>);

}  // namespace paddle::operators
