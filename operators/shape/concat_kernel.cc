#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ConcatKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    absl::InlinedVector<const framework::Tensor*, 8> inputs;
    for (int i = 0; i < x_.size(); ++i) inputs.push_back(&x_(context, i));
    auto& out = out_(context);
    kernels::Concat(context.device<Device>(), inputs,
                    framework::NormalizeAxis(axis_, out.rank()), &out);
  }

 private:
  const InputList x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(concat, ConcatKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
