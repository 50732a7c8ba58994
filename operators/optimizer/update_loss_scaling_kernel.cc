#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/loss_scaling.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class UpdateLossScalingKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::UpdateLossScaling<Device, T>(
        context.device<Device>(),
        {found_(context).template data<bool>(),
         scale_(context).template data<T>(),
         good_(context).template data<int64_t>(),
         bad_(context).template data<int64_t>(),
         scale_out_(context).template mutable_data<T>(),
         good_out_(context).template mutable_data<int64_t>(),
         bad_out_(context).template mutable_data<int64_t>(), incr_every_,
         decr_every_, static_cast<T>(incr_ratio_.value()),
         static_cast<T>(decr_ratio_.value())});
  }

 private:
  const Input found_{this, "FoundInfinite"};
  const Input scale_{this, "PrevLossScaling"};
  const Input good_{this, "InGoodSteps"};
  const Input bad_{this, "InBadSteps"};
  const Output scale_out_{this, "LossScaling"};
  const Output good_out_{this, "OutGoodSteps"};
  const Output bad_out_{this, "OutBadSteps"};
  const Attr<int64_t> incr_every_{this, "incr_every_n_steps"};
  const Attr<int64_t> decr_every_{this, "decr_every_n_nan_or_inf"};
  const Attr<double> incr_ratio_{this, "incr_ratio"};
  const Attr<double> decr_ratio_{this, "decr_ratio"};
};

}  // namespace

REGISTER_OP_KERNEL(update_loss_scaling, UpdateLossScalingKernel, float, double);

}  // namespace paddle::operators
