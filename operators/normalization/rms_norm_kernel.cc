#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class RmsNormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::NormalizeRows<Device, T>(ctx.device<Device>(), rows_(x.dims()), x,
                                      scale_.get(ctx),
                                      /*bias=*/nullptr, epsilon_, &y_(ctx),
                                      // Null: the mean of squares takes the
                                      // place of the variance.
                                      /*mean=*/nullptr, &inverse_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Output y_{this, "Y"};
  const Output inverse_{this, "InvRms"};
  const Attr<double> epsilon_{this, "epsilon"};
  const LayerRows rows_{arguments()};
};

}  // namespace

REGISTER_OP_KERNEL(rms_norm, RmsNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
