#include "paddle/operators/normalization/kernel_base.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class GroupNormKernel final : public NormRowsKernel<T> {
 public:
  using NormRowsKernel<T>::NormRowsKernel;

 protected:
  kernels::NormRows RowsOf(const framework::Dims& x) const override {
    return GroupRows(x, groups_);
  }

 private:
  const framework::OpKernel::Attr<int64_t> groups_{this, "groups"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(group_norm, GroupNormKernel<float>,
                       GroupNormKernel<double>,
                       GroupNormKernel<platform::float16>,
                       GroupNormKernel<platform::bfloat16>);

}  // namespace paddle::operators
