#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/operators/shape/stacked_dims.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class UnstackKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const int axis = framework::NormalizeAxis(axis_, x.rank());
    absl::InlinedVector<framework::Tensor, 8> views;
    for (int i = 0; i < y_.size(); ++i) {
      auto& y = y_(context, i);
      views.push_back(y.Reshaped(StackedDims(y.dims(), axis, /*count=*/1)));
    }
    absl::InlinedVector<framework::Tensor*, 8> pieces;
    for (framework::Tensor& view : views) pieces.push_back(&view);
    const absl::InlinedVector<int64_t, 8> sizes(views.size(), 1);
    kernels::Split(context.device<Device>(), x, axis, sizes,
                   absl::MakeSpan(pieces));
  }

 private:
  const Input x_{this, "X"};
  const OutputList y_{this, "Y"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(unstack, UnstackKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
