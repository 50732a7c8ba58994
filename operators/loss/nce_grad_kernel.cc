#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/operators/loss/nce_noise.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NceGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& logits = logits_(context);
    // The slopes serve all three gradients.
    T* slopes = static_cast<T*>(context.Workspace(logits.numel() * sizeof(T)));
    kernels::NceSlopes<Device, T>(context.device<Device>(), noise_, logits,
                                  row_weight_.get(context), d_cost_(context),
                                  slopes);
    if (d_input_.present()) {
      kernels::NceInputGrad<Device, T>(context.device<Device>(),
                                       labels_(context), slopes,
                                       weight_(context), &d_input_(context));
    }
    ModelGrad(context, slopes, &input_(context), weight_, d_weight_);
    // A bias is a weight of an input that is always 1.
    ModelGrad(context, slopes, nullptr, bias_, d_bias_);
  }

 private:
  void ModelGrad(const framework::KernelContext& context, const T* slopes,
                 const framework::Tensor* input, const Input& model,
                 const Output& d_model) const {
    if (!d_model.present()) return;
    // The program has chosen the form: attribute is_sparse.
    if (d_model.is_selected_rows()) {
      framework::SelectedRows& rows = d_model.rows(context);
      kernels::AllocateNceRows(labels_(context), model(context).dims(),
                               framework::DataTypeOf<T>(), context.allocator(),
                               &rows);
      kernels::NceModelRows<Device, T>(context.device<Device>(),
                                       labels_(context), slopes, input,
                                       rows.mutable_value());
    } else {
      kernels::NceModelGrad<Device, T>(context.device<Device>(),
                                       labels_(context), slopes, input,
                                       &d_model(context));
    }
  }

  const Input input_{this, "Input"};
  const Input weight_{this, "Weight"};
  const Input bias_{this, "Bias"};
  const Input row_weight_{this, "SampleWeight"};
  const Input logits_{this, "SampleLogits"};
  const Input labels_{this, "SampleLabels"};
  const Input d_cost_{this, "Cost@GRAD"};
  const Output d_input_{this, "Input@GRAD"};
  const Output d_weight_{this, "Weight@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
  const kernels::NceNoise noise_ = NoiseOf(arguments());
};

}  // namespace

REGISTER_OP_KERNEL(nce_grad, NceGradKernel, float, double);

}  // namespace paddle::operators
