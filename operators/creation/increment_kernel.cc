#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/creation/add_constant.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <typename T>
class IncrementKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::AddConstant<T>(context.device(), x_(context),
                            kernels::ConvertNumber<T>(step_), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const NumberAttr step_{this, "step"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(increment, IncrementKernel<float>,
                       IncrementKernel<double>, IncrementKernel<int32_t>,
                       IncrementKernel<int64_t>);
REGISTER_OP_CUDA_TWIN(increment, IncrementKernel<float>,
                      IncrementKernel<double>, IncrementKernel<int32_t>,
                      IncrementKernel<int64_t>);

}  // namespace paddle::operators
