#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/linear_chain_crf.h"

namespace paddle::operators {
namespace {

template <typename T>
class LinearChainCrfKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& emission = emission_(context);
    kernels::LinearChainCrf<T>(
        context.device(), emission, transition_(context), label_(context),
        LastLevel(emission),
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

REGISTER_OP_CPU_KERNEL(linear_chain_crf, LinearChainCrfKernel<float>,
                       LinearChainCrfKernel<double>);
REGISTER_OP_CUDA_TWIN(linear_chain_crf, LinearChainCrfKernel<float>,
                      LinearChainCrfKernel<double>);

}  // namespace paddle::operators
