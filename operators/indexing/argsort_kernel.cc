#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/argsort.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ArgsortKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::ArgSort<Device, T>(
        context.device<Device>(), x, framework::NormalizeAxis(axis_, x.rank()),
        descending_, &out_(context), &indices_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output indices_{this, "Indices"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<bool> descending_{this, "descending"};
};

}  // namespace

REGISTER_OP_KERNEL(argsort, ArgsortKernel, float, double, int32_t, int64_t);

}  // namespace paddle::operators
