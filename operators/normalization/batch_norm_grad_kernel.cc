#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/operators/normalization/batch_norm_layout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BatchNormGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // SavedVariance is the inverse deviation, as its description says.
    const kernels::BatchNormGradInputs in{
        x_(ctx),   scale_(ctx), saved_mean_(ctx), saved_variance_(ctx),
        d_y_(ctx), epsilon_};
    kernels::BatchNormGrad<Device, T>(
        ctx.device<Device>(), BatchNormShapeOf(in.x.dims(), layout_), in,
        is_test_, d_x_.get(ctx), d_scale_.get(ctx), d_bias_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input saved_mean_{this, "SavedMean"};
  const Input saved_variance_{this, "SavedVariance"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_scale_{this, "Scale@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
  const Attr<bool> is_test_{this, "is_test"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<std::string> layout_{this, "data_layout"};
};

}  // namespace

REGISTER_OP_KERNEL(batch_norm_grad, BatchNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
