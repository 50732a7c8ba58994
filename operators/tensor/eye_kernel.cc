#include "paddle/operators/kernels/triangle.h"
#include "paddle/operators/tensor/all_types.h"
#include "paddle/operators/tensor/cuda_twin.h"

namespace paddle::operators {
namespace {

template <typename T>
class EyeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::FillEye(context.device(), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(eye, EyeKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(eye, EyeKernel);

}  // namespace paddle::operators
