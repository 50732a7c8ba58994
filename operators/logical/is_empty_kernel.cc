#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class IsEmptyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    *out_(context).mutable_data<bool>() = x_(context).numel() == 0;
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(is_empty, IsEmptyKernel);

}  // namespace paddle::operators
