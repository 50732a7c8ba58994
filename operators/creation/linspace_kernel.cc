#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/creation/steps.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LinspaceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::FillBetween<Device, T>(context.device<Device>(), start_, stop_,
                                    &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  // Doubles for every type: linspace is for floating numbers, so no integer is
  // lost.
  const Attr<double> start_{this, "start"};
  const Attr<double> stop_{this, "stop"};
};

}  // namespace

REGISTER_OP_KERNEL(linspace, LinspaceKernel, float, double);

}  // namespace paddle::operators
