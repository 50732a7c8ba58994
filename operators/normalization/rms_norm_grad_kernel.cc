#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/norm_rows.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class RmsNormGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::NormRowsGradInputs in{x_(ctx), scale_.get(ctx),
                                         /*mean=*/nullptr, inverse_(ctx),
                                         d_y_(ctx)};
    kernels::NormalizeRowsGrad<T>(ctx.device(), LayerRows(in.x.dims(), axis_),
                                  in, epsilon_, d_x_.get(ctx),
                                  d_scale_.get(ctx), /*d_bias=*/nullptr);
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input inverse_{this, "InvRms"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_scale_{this, "Scale@GRAD"};
  const Attr<int64_t> axis_{this, "begin_norm_axis"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(rms_norm_grad, RmsNormGradKernel<float>,
                       RmsNormGradKernel<double>,
                       RmsNormGradKernel<platform::float16>,
                       RmsNormGradKernel<platform::bfloat16>);

}  // namespace paddle::operators
