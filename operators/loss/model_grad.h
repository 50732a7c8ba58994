// Gradients of the models of classes, or of nodes of a tree, of which each row
// of a batch uses a few: dense, or only the rows in use.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/loss/nce.h"

namespace paddle::operators {

// The base of the gradient kernels.
template <class Device, class T>
class ModelGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Computes the gradient of a weight from the slopes of the logits, [rows, k],
  // and the int64 classes that they are of; of a bias if `input` is null. The
  // program has chosen the form of `d_model` (attribute is_sparse), which may
  // not be wanted; `model` is the weight or the bias.
  void ModelGrad(const framework::KernelContext& context,
                 const framework::Tensor& classes, const T* slopes,
                 const framework::Tensor* input, const Input& model,
                 const Output& d_model) const {
    if (!d_model.present()) return;
    const auto& device = context.device<Device>();
    if (d_model.is_selected_rows()) {
      framework::SelectedRows& rows = d_model.rows(context);
      kernels::AllocateNceRows(classes, model(context).dims(),
                               framework::DataTypeOf<T>(), context.allocator(),
                               &rows);
      kernels::NceModelRows<Device, T>(device, classes, slopes, input,
                                       rows.mutable_value());
    } else {
      kernels::NceModelGrad<Device, T>(device, classes, slopes, input,
                                       &d_model(context));
    }
  }
};

}  // namespace paddle::operators
