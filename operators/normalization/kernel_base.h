// The kernels of layer_norm, group_norm and instance_norm, which normalize rows
// by mean and variance. They differ only in what a row is, which the class
// `Rows` of row_shapes.h computes from the attributes and the dims of X.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm_rows.h"

namespace paddle::operators {

// Computes Y: each row of X normalized to mean 0 and variance 1, times Scale,
// plus Bias. Scale and Bias are optional. Mean and Variance, one element per
// row, are kept for the gradient. `Rows` is made once, with the kernel.
template <class Device, class T, typename Rows>
class NormRowsKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::NormalizeRows<Device, T>(ctx.device<Device>(), rows_(x.dims()), x,
                                      scale_.get(ctx), bias_.get(ctx), epsilon_,
                                      &y_(ctx), &mean_(ctx), &variance_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input bias_{this, "Bias"};
  const Output y_{this, "Y"};
  const Output mean_{this, "Mean"};
  const Output variance_{this, "Variance"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Rows rows_{arguments()};
};

// Computes the gradients of X, Scale and Bias that the program wants, from the
// statistics that the forward kernel saved.
template <class Device, class T, typename Rows>
class NormRowsGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::NormRowsGradInputs in{x_(ctx), scale_.get(ctx), &mean_(ctx),
                                         variance_(ctx), d_y_(ctx)};
    kernels::NormalizeRowsGrad<Device, T>(
        ctx.device<Device>(), rows_(in.x.dims()), in, epsilon_, d_x_.get(ctx),
        d_scale_.get(ctx), d_bias_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input mean_{this, "Mean"};
  const Input variance_{this, "Variance"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_scale_{this, "Scale@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Rows rows_{arguments()};
};

}  // namespace paddle::operators
