#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/unpool.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class UnpoolKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::Unpool<Device, T>(ctx.device<Device>(), x_(ctx), indices_(ctx),
                               &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input indices_{this, "Indices"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(unpool, UnpoolKernel, float, double);

}  // namespace paddle::operators
