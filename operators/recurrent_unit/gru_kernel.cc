#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class GruKernel final : public GruForwardKernel<T> {
 public:
  explicit GruKernel(const framework::OpArguments& arguments)
      : GruForwardKernel<T>(
            arguments, "H0", "Batch",
            framework::AttributeOf<bool>(arguments, "is_reverse")) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, LastLevel(this->x(context)));
  }
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gru, GruKernel<float>, GruKernel<double>);
REGISTER_OP_CUDA_TWIN(gru, GruKernel<float>, GruKernel<double>);

}  // namespace paddle::operators
