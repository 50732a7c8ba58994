#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {
namespace {

template <typename T>
class IsEmptyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Fill(context.device(), x_(context).numel() == 0, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(is_empty, IsEmptyKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(is_empty, IsEmptyKernel);

}  // namespace paddle::operators
