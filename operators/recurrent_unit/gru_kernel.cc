#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/recurrent_unit/gru_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GruKernel final : public GruForwardKernel<Device, T> {
 public:
  explicit GruKernel(const framework::OpArguments& arguments)
      : GruForwardKernel<Device, T>(
            arguments, "H0", "Batch",
            framework::AttributeOf<bool>(arguments, "is_reverse")) {}
  void Compute(const framework::KernelContext& context) const override {
    this->Run(context, LastLevel(this->x(context)));
  }
};

}  // namespace

REGISTER_OP_KERNEL(gru, GruKernel, float, double);

}  // namespace paddle::operators
