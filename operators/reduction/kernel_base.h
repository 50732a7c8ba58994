// The kernels of reductions over some axes, as templates of a plain function.
// An operator names its kernel, since what is registered is a template of
// Device and T:
//
//   template <class Device, class T>
//   using ReduceSumKernel = ReduceKernel<Device, kernels::ReduceSum<Device,
//   T>>;
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/reduction/log_sum_exp.h"
#include "paddle/operators/reduction/reduce_grad.h"
#include "paddle/operators/reduction/reduced_axes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {

// Reads the axes from the attributes. They are resolved at each run, when the
// rank of X is known.
class ReduceKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the axes to reduce of a tensor with the rank of X.
  kernels::AxisSet AxesOf(const framework::Tensor& x) const {
    return ReducedAxes(dim_, reduce_all_, x.rank());
  }

 private:
  const Attr<std::vector<int64_t>> dim_{this, "dim"};
  const Attr<bool> reduce_all_{this, "reduce_all"};
};

// Computes Out from X by kReduce, a function such as ReduceSum<Device, T> of
// operators/math/loops/reduce.h. A template argument: the call is direct.
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

// Computes X@GRAD by kGradient from Out@GRAD alone: for linear reductions,
// whose input may be freed early. The axes are those of X@GRAD, since X is not
// read. Does nothing if X@GRAD is not wanted.
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

// Computes X@GRAD by kGradient, such as ReduceExtremeGrad<Device, T>, from X,
// Out and Out@GRAD, if it is wanted. kGradient may ask for a workspace.
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
