#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/top_k.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {

template <class Device, class T>
class TopKKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::TopK<Device, T>(ctx.device<Device>(), x_(ctx), &out_(ctx),
                             &indices_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output indices_{this, "Indices"};
};

REGISTER_OP_KERNEL(top_k, TopKKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
