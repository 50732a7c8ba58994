#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/transpose.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PixelShuffleGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    const auto& dout = dout_(ctx);
    const auto& d = dx->dims();
    const int64_t r = factor_, channels = dout.dims()[1];
    // The forward kernel splits channels by a transpose of six axes; this is
    // the inverse permutation.
    framework::Tensor small = dx->Reshaped({d[0], channels, r, r, d[2], d[3]});
    kernels::Transpose(ctx.device<Device>(),
                       dout.Reshaped({d[0], channels, d[2], r, d[3], r}),
                       {0, 1, 3, 5, 2, 4}, &small);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> factor_{this, "upscale_factor"};
};

}  // namespace

REGISTER_OP_KERNEL(pixel_shuffle_grad, PixelShuffleGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
