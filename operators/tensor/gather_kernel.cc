#include "paddle/operators/kernels/gather.h"
#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class GatherKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::GatherRows(context.device(), x_(context), index_(context),
                        &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input index_{this, "Index"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(gather, GatherKernel);

}  // namespace paddle::operators
