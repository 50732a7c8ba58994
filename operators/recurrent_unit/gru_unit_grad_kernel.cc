#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GruUnitGradKernel final : public GruBackwardKernel<Device, T> {
 public:
  explicit GruUnitGradKernel(const framework::OpArguments& arguments)
      : GruBackwardKernel<Device, T>(arguments, "HiddenPrev", "",
                                     /*reverse=*/false) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, UnitOffsets(this->hidden(context).dims()[0]));
  }
};

}  // namespace

REGISTER_OP_KERNEL(gru_unit_grad, GruUnitGradKernel, float, double);

}  // namespace paddle::operators
