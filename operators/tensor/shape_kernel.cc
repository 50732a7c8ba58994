#include <algorithm>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class ShapeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::EnforceOnCPU(context.device(), "the sizes of a tensor");
    const framework::Dims dims = input_(context).dims();
    std::copy(dims.begin(), dims.end(), out_(context).mutable_data<int64_t>());
  }

 private:
  const Input input_{this, "Input"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(shape, ShapeKernel);

}  // namespace paddle::operators
