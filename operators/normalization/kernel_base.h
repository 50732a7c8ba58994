// Kernels of normalisations of rows by mean and variance, which differ only in
// their rows: `Rows` is a class of row_shapes.h.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm_rows.h"

namespace paddle::operators {

// Y = each row of X with mean 0 and variance 1, times Scale, plus Bias; either
// may be left out.
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

// The gradients that the program wants, with the statistics that the forward
// kernel saved.
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
