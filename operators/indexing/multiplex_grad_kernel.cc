#include "absl/container/inlined_vector.h"

#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/multiplex.h"

namespace paddle::operators {
namespace {

template <typename T>
class MultiplexGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto ids = kernels::CheckedIndices(
        context.device(), ids_(context), x_.size(),
        [&](size_t bytes) { return context.Workspace(bytes); });
    absl::InlinedVector<framework::Tensor*, 8> outputs(x_.size(), nullptr);
    for (int i = 0; i < dx_.size(); ++i) {
      if (dx_.present(i)) outputs[i] = &dx_(context, i);
    }
    kernels::MultiplexGrad(context.device(), ids, dout_(context), outputs);
  }

 private:
  const Input ids_{this, "Ids"};
  const InputList x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const OutputList dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(multiplex_grad, MultiplexGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(multiplex_grad, MultiplexGradKernel);

}  // namespace paddle::operators
