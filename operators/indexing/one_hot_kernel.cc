#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/one_hot.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class OneHotKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto ids = kernels::CheckedIndices(
        context.device<Device>(), x_(context), depth_,
        [&](size_t bytes) { return context.Workspace(bytes); });
    kernels::OneHot(context.device<Device>(), ids, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> depth_{this, "depth"};
};

}  // namespace

REGISTER_OP_KERNEL(one_hot, OneHotKernel, int32_t, int64_t);

}  // namespace paddle::operators
