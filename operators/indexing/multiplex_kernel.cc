#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/multiplex.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MultiplexKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto ids = kernels::CheckedIndices(
        context.device<Device>(), ids_(context), x_.size(),
        [&](size_t bytes) { return context.Workspace(bytes); });
    absl::InlinedVector<const framework::Tensor*, 8> inputs;
    for (int i = 0; i < x_.size(); ++i) inputs.push_back(&x_(context, i));
    kernels::Multiplex(context.device<Device>(), ids, inputs, &out_(context));
  }

 private:
  const Input ids_{this, "Ids"};
  const InputList x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(multiplex, MultiplexKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
