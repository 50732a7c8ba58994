#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/creation/triangle.h"

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
