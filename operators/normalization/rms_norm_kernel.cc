#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/norm_rows.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class RmsNormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::NormalizeRows<T>(ctx.device(), LayerRows(x.dims(), axis_), x,
                              scale_.get(ctx), /*bias=*/nullptr, epsilon_,
                              &y_(ctx), /*mean=*/nullptr, &inverse_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Output y_{this, "Y"};
  const Output inverse_{this, "InvRms"};
  const Attr<int64_t> axis_{this, "begin_norm_axis"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(rms_norm, RmsNormKernel<float>, RmsNormKernel<double>,
                       RmsNormKernel<platform::float16>,
                       RmsNormKernel<platform::bfloat16>);

}  // namespace paddle::operators
