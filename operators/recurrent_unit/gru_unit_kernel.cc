#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruUnitKernel final : public GruForwardKernel<T> {
 public:
  explicit GruUnitKernel(const framework::OpArguments& arguments)
      : GruForwardKernel<T>(arguments, "HiddenPrev", "", /*reverse=*/false) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, UnitOffsets(this->x(context).dims()[0]));
  }
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru_unit, GruUnitKernel<float>, GruUnitKernel<double>);
REGISTER_OP_CUDA_TWIN(gru_unit, GruUnitKernel<float>, GruUnitKernel<double>);

}  // namespace paddle::operators
