#include <vector>

#include "paddle/operators/kernels/transpose.h"
#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class TransposeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Transpose(context.device(), x_(context), axis_.value(),
                       &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(transpose, TransposeKernel);

}  // namespace paddle::operators
