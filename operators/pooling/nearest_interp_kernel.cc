#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NearestInterpKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::ResizeNearest<Device, T>(ctx.device<Device>(), {false, scale_},
                                      x_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> scale_{this, "scale"};
};

}  // namespace

REGISTER_OP_KERNEL(nearest_interp, NearestInterpKernel, float, double);

}  // namespace paddle::operators
