#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class LayerNormGradKernel final : public NormRowsGradKernel<T> {
 public:
  using NormRowsGradKernel<T>::NormRowsGradKernel;

 protected:
  kernels::NormRows RowsOf(const framework::Dims& x) const override {
    return LayerRows(x, axis_);
  }

 private:
  const framework::OpKernel::Attr<int64_t> axis_{this, "begin_norm_axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(layer_norm_grad, LayerNormGradKernel<float>,
                       LayerNormGradKernel<double>,
                       LayerNormGradKernel<platform::float16>,
                       LayerNormGradKernel<platform::bfloat16>);

}  // namespace paddle::operators
