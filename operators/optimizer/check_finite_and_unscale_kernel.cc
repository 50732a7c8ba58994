#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/loss_scaling.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::SelectedRows;

template <class Device, class T>
class CheckFiniteAndUnscaleKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& context) const override {
    const Device& device = context.device<Device>();
    const T* scale = scale_(context).template data<T>();
    bool* found = found_(context).template mutable_data<bool>();
    kernels::CheckScale<Device, T>(device, scale, found);
    for (int i = 0; i < x_.size(); ++i) {
      if (x_.is_selected_rows(i)) {
        UnscaleRows(context, i, scale, found);
      } else {
        const framework::Tensor& x = x_(context, i);
        kernels::UnscaleAndCheck<Device, T>(
            device, x.numel(), x.data<T>(), scale,
            out_(context, i).template mutable_data<T>(), found);
      }
    }
  }

 private:
  // Unmerged: equal rows are added up later, finite or not.
  void UnscaleRows(const KernelContext& context, int i, const T* scale,
                   bool* found) const {
    const SelectedRows& x = x_.rows(context, i);
    const int out = this->arguments().OutputRange("Out").begin + i;
    SelectedRows* rows = context.var(out)->GetMutable<SelectedRows>();
    *rows->mutable_rows() = x.rows();
    rows->mutable_value()->Allocate(x.value().dims(), x.value().dtype(),
                                    context.allocator());
    kernels::UnscaleAndCheck<Device, T>(
        context.device<Device>(), x.value().numel(), x.value().data<T>(), scale,
        rows->mutable_value()->mutable_data<T>(), found);
  }

  const InputList x_{this, "X"};
  const Input scale_{this, "Scale"};
  const OutputList out_{this, "Out"};
  const Output found_{this, "FoundInfinite"};
};

}  // namespace

REGISTER_OP_KERNEL(check_finite_and_unscale, CheckFiniteAndUnscaleKernel, float,
                   double);

}  // namespace paddle::operators
