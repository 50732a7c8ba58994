#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/multiplex.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MultiplexGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto ids = kernels::CheckedIndices(
        context.device<Device>(), ids_(context), x_.size(),
        [&](size_t bytes) { return context.Workspace(bytes); });
    absl::InlinedVector<framework::Tensor*, 8> outputs(x_.size(), nullptr);
    for (int i = 0; i < dx_.size(); ++i) {
      if (dx_.present(i)) outputs[i] = &dx_(context, i);
    }
    kernels::MultiplexGrad(context.device<Device>(), ids, dout_(context),
                           outputs);
  }

 private:
  const Input ids_{this, "Ids"};
  const InputList x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const OutputList dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(multiplex_grad, MultiplexGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
