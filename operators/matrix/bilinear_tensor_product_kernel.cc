#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/matrix/bilinear.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BilinearTensorProductKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::Bilinear<Device, T>(
        ctx.device<Device>(), x_(ctx), y_(ctx), weight_(ctx), bias_.get(ctx),
        [&](size_t bytes) { return ctx.Workspace(bytes); }, &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input weight_{this, "Weight"};
  const Input bias_{this, "Bias"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(bilinear_tensor_product, BilinearTensorProductKernel, float,
                   double);

}  // namespace paddle::operators
