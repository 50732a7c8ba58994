#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/row_conv.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class RowConvKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::RowConv<Device, T>(context.device<Device>(), x, filter_(context),
                                LastLevel(x), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input filter_{this, "Filter"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(row_conv, RowConvKernel, float, double);

}  // namespace paddle::operators
