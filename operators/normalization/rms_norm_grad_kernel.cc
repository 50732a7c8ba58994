#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class RmsNormGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // InvRms takes the place of Variance: without a mean it is the inverse
    // itself.
    const kernels::NormRowsGradInputs in{x_(ctx), scale_.get(ctx),
                                         /*mean=*/nullptr, inverse_(ctx),
                                         d_y_(ctx)};
    kernels::NormalizeRowsGrad<Device, T>(ctx.device<Device>(),
                                          rows_(in.x.dims()), in, epsilon_,
                                          d_x_.get(ctx), d_scale_.get(ctx),
                                          /*d_bias=*/nullptr);
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input inverse_{this, "InvRms"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_scale_{this, "Scale@GRAD"};
  const Attr<double> epsilon_{this, "epsilon"};
  const LayerRows rows_{arguments()};
};

}  // namespace

REGISTER_OP_KERNEL(rms_norm_grad, RmsNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
