// Reductions as operators call them: of the axes that their attributes name.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/reduction/log_sum_exp.h"
#include "paddle/operators/reduction/reduce_grad.h"
#include "paddle/operators/reduction/reduced_axes.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {

// The axes that attributes name. They are resolved at each run, when the rank
// is known.
struct AttributeAxes {
  std::vector<int64_t> dim;
  bool reduce_all;

  kernels::AxisSet Of(const framework::Tensor& x) const {
    return ReducedAxes(dim, reduce_all, x.rank());
  }
};

// All axes: all bits are set, whatever the rank.
struct AllAxes {
  kernels::AxisSet Of(const framework::Tensor&) const {
    return kernels::AxisSet().set();
  }
};

namespace kernels {

// Computes out from x by kReduce, a function such as ReduceSum<Device, T>. A
// template argument: the call is direct.
template <class Device, auto kReduce, typename Axes>
void ReduceOver(const Device& device, const Axes& axes,
                const framework::Tensor& x, Workspace workspace,
                framework::Tensor* out) {
  kReduce(device, x, axes.Of(x), workspace, out);
}

// Computes dx by kGradient from dout alone: for linear reductions, whose input
// may be freed early. The axes are those of dx, since x is not read.
template <class Device, auto kGradient, typename Axes>
void ReduceOverLinearGrad(const Device& device, const Axes& axes,
                          const framework::Tensor& dout,
                          framework::Tensor* dx) {
  kGradient(device, dout, axes.Of(*dx), dx);
}

// Computes dx by kGradient, such as ReduceExtremeGrad<Device, T>, from x, out
// and dout.
template <class Device, auto kGradient, typename Axes>
void ReduceOverGrad(const Device& device, const Axes& axes,
                    const framework::Tensor& x, const framework::Tensor& out,
                    const framework::Tensor& dout, Workspace workspace,
                    framework::Tensor* dx) {
  kGradient(device, x, out, dout, axes.Of(*dx), workspace, dx);
}

// Computes out = (sum of |x|^p)^(1/p).
template <class Device, class T>
void VectorNormOver(const Device& device, const AttributeAxes& axes,
                    const framework::Tensor& x, double p, Workspace workspace,
                    framework::Tensor* out) {
  VectorNorm<Device, T>(device, x, p, axes.Of(x), workspace, out);
}

// Computes the gradient of VectorNormOver.
template <class Device, class T>
void VectorNormOverGrad(const Device& device, const AttributeAxes& axes,
                        const framework::Tensor& x,
                        const framework::Tensor& out,
                        const framework::Tensor& dout, double p,
                        Workspace workspace, framework::Tensor* dx) {
  VectorNormGrad<Device, T>(device, x, out, dout, p, axes.Of(*dx), workspace,
                            dx);
}

// Computes out = sum(|x|^kPower) over all axes, for kPower 1 or 2, each of
// which has a loop of its own in SumOfPowers.
template <class Device, class T, int kPower>
void WholeNorm(const Device& device, const framework::Tensor& x,
               Workspace workspace, framework::Tensor* out) {
  SumOfPowers<Device, T>(device, x, kPower, AllAxes().Of(x), workspace, out);
}

// Computes dx = dout * sign(x), or 2 dout x for kPower 2. The sum has no root,
// so out is not needed.
template <class Device, class T, int kPower>
void WholeNormGrad(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& dout, framework::Tensor* dx) {
  SumOfPowersGrad<Device, T>(device, x, dout, kPower, AllAxes().Of(x), dx);
}

}  // namespace kernels
}  // namespace paddle::operators
