#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/logical/relation.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LogicalNotKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // One operand: it has no Relation, and no broadcasting.
    kernels::LogicalNot(context.device<Device>(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(logical_not, LogicalNotKernel, bool);

}  // namespace paddle::operators
