#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class InstanceNormGradKernel final : public NormRowsGradKernel<T> {
 public:
  using NormRowsGradKernel<T>::NormRowsGradKernel;

 protected:
  kernels::NormRows RowsOf(const framework::Dims& x) const override {
    return GroupRows(x, x[1]);
  }
};

}  // namespace

REGISTER_OP_CPU_KERNEL(instance_norm_grad, InstanceNormGradKernel<float>,
                       InstanceNormGradKernel<double>,
                       InstanceNormGradKernel<platform::float16>,
                       InstanceNormGradKernel<platform::bfloat16>);

}  // namespace paddle::operators
