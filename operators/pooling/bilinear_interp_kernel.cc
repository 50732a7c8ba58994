#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BilinearInterpKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // The sizes come from the dims: the schema has worked them out.
    kernels::ResizeBilinear<Device, T>(
        ctx.device<Device>(), {align_corners_, scale_}, x_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> scale_{this, "scale"};
  const Attr<bool> align_corners_{this, "align_corners"};
};

}  // namespace

REGISTER_OP_KERNEL(bilinear_interp, BilinearInterpKernel, float, double);

}  // namespace paddle::operators
