#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/transpose.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PixelShuffleKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& d = x.dims();
    auto& out = out_(ctx);
    const int64_t r = factor_, channels = out.dims()[1];
    // [N, C*r*r, H, W] seen as [N, C, r, r, H, W] becomes [N, C, H, r, W, r];
    // both views share memory with their tensors, so that the transpose is all
    // the work.
    framework::Tensor large = out.Reshaped({d[0], channels, d[2], r, d[3], r});
    kernels::Transpose(ctx.device<Device>(),
                       x.Reshaped({d[0], channels, r, r, d[2], d[3]}),
                       {0, 1, 4, 2, 5, 3}, &large);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> factor_{this, "upscale_factor"};
};

}  // namespace

REGISTER_OP_KERNEL(pixel_shuffle, PixelShuffleKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
