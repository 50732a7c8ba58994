// What the kernels of all optimizers share: the gradient and the learning
// rate.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/optimizer.h"
#include "paddle/operators/kernels/selected_rows.h"

namespace paddle::operators {

template <typename T>
class OptimizerKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Of SelectedRows each row once, in the workspace.
  kernels::ParamGrad<T> Grad(const framework::KernelContext& ctx,
                             bool lazy) const {
    kernels::ParamGrad<T> grad;
    grad.lazy = lazy;
    if (grad_.is_selected_rows()) {
      const framework::SelectedRows& rows = grad_.rows(ctx);
      void* workspace = ctx.Workspace(kernels::MergeBytes<T>(rows));
      grad.rows = kernels::MergeRows<T>(ctx.device(), rows, workspace);
    } else {
      grad.dense = grad_(ctx).template data<T>();
    }
    return grad;
  }

  double LearningRate(const framework::KernelContext& ctx) const {
    return *rate_(ctx).template data<T>();
  }

  const Input& param() const { return param_; }
  const Output& param_out() const { return param_out_; }

 private:
  const Input param_{this, "Param"};
  const Input grad_{this, "Grad"};
  const Input rate_{this, "LearningRate"};
  const Output param_out_{this, "ParamOut"};
};

}  // namespace paddle::operators
