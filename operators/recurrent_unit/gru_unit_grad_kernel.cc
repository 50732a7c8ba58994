#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruUnitGradKernel final : public GruBackwardKernel<T> {
 public:
  explicit GruUnitGradKernel(const framework::OpArguments& arguments)
      : GruBackwardKernel<T>(arguments, "HiddenPrev", "", /*reverse=*/false) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, UnitOffsets(this->hidden(context).dims()[0]));
  }
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru_unit_grad, GruUnitGradKernel<float>,
                       GruUnitGradKernel<double>);
REGISTER_OP_CUDA_TWIN(gru_unit_grad, GruUnitGradKernel<float>,
                      GruUnitGradKernel<double>);

}  // namespace paddle::operators
