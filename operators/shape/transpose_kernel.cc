#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/operators/shape/transpose.h"
#include "paddle/platform/stored_types.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device>
class TransposeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Transpose(context.device<Device>(), x_(context), axes_,
                       &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> axis_{this, "axis"};
  // Resolved once: the attribute lists every axis, and so tells the rank.
  const std::vector<int64_t> axes_ =
      OrderedAxes(axis_.value(), static_cast<int>(axis_.value().size()));
};

// One class for all data types.
template <class Device, class T>
using KernelOf_transpose = TransposeKernel<Device>;

}  // namespace

REGISTER_OP_KERNEL(transpose, KernelOf_transpose, PADDLE_ALL_TYPES,
                   PADDLE_STORED_TYPES);

}  // namespace paddle::operators
