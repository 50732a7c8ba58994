// The kernel half that reductions over some axes share.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/reduction/log_sum_exp.h"
#include "paddle/operators/reduction/reduce_grad.h"
#include "paddle/operators/reduction/reduced_axes.h"

namespace paddle::operators {

// Reads the axes from the attributes.
class ReduceKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  kernels::AxisSet AxesOf(const framework::Tensor& x) const {
    return ReducedAxes(dim_, reduce_all_, x.rank());
  }

 private:
  const Attr<std::vector<int64_t>> dim_{this, "dim"};
  const Attr<bool> reduce_all_{this, "reduce_all"};
};

// `kReduce`: a function like those of operators/math/loops/reduce.h.
template <class Device, auto kReduce>
class ReduceKernel : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kReduce(
        context.device<Device>(), x, AxesOf(x),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

// The gradients that read no more than Out@GRAD.
template <class Device, auto kGradient>
class ReduceLinearGradKernel : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kGradient(context.device<Device>(), dout_(context), AxesOf(*dx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

// The gradients that read input and result, too.
template <class Device, auto kGradient>
class ReduceGradKernel : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kGradient(
        context.device<Device>(), x_(context), out_(context), dout_(context),
        AxesOf(*dx), [&](size_t bytes) { return context.Workspace(bytes); },
        dx);
  }

 private:
  const Input x_{this, "X"};
  const Input out_{this, "Out"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace paddle::operators
