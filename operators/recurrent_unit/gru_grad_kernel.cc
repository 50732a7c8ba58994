#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GruGradKernel final : public GruBackwardKernel<Device, T> {
 public:
  explicit GruGradKernel(const framework::OpArguments& arguments)
      : GruBackwardKernel<Device, T>(
            arguments, "H0", "Batch",
            framework::AttributeOf<bool>(arguments, "is_reverse")) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, LastLevel(this->hidden(context)));
  }
};

}  // namespace

REGISTER_OP_KERNEL(gru_grad, GruGradKernel, float, double);

}  // namespace paddle::operators
