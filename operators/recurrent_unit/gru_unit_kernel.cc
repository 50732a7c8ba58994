#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GruUnitKernel final : public GruForwardKernel<Device, T> {
 public:
  explicit GruUnitKernel(const framework::OpArguments& arguments)
      : GruForwardKernel<Device, T>(arguments, "HiddenPrev", "",
                                    /*reverse=*/false) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, UnitOffsets(this->x(context).dims()[0]));
  }
};

}  // namespace

REGISTER_OP_KERNEL(gru_unit, GruUnitKernel, float, double);

}  // namespace paddle::operators
