// The kernel half that functions of one tensor share.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/activation.h"

namespace paddle::operators {

template <typename T, kernels::UnaryOp op>
class ActivationKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Activation<T, op>(context.device(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

template <typename T, kernels::UnaryOp op>
class ActivationGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::ActivationGrad<T, op>(context.device(), saved_(context),
                                   dout_(context), dx);
  }

 private:
  const Input saved_{this, kernels::GradReadsOutput(op) ? "Out" : "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
