// The kernels of elementwise arithmetic: functions of a functor, which
// operators/math/loops/elementwise.h describes. The build registers them for
// each _elementwise of ops.bzl, for the CPU and, from the same source, for
// CUDA. The nested `Of` is a template of Device and T, as registration needs
// it.
#pragma once

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/math/loops/elementwise.h"

namespace paddle::operators {

// ElementwiseKernel<Functor> has the kernel `Of`, which computes Out from X and
// Y. The shapes are aligned at each run, as their sizes may differ from run to
// run.
template <typename Functor>
struct ElementwiseKernel {
  template <class Device, class T>
  static void Compute(const Device& device, const framework::Tensor& x,
                      const framework::Tensor& y, int64_t axis,
                      framework::Tensor* out) {
    // Out may have the memory of X (MayReuse), if the dims agree.
    kernels::Elementwise<Device, T, Functor>(
        device, x, y, AlignedDims(x.dims(), y.dims(), axis), out);
  }

  static constexpr absl::string_view kNames[] = {"X", "Y", "axis", "Out"};
  template <class Device, class T>
  using Of = FunctionKernel<Device, Compute<Device, T>, kNames>;
};

// ElementwiseGradKernel<Functor> has the kernel `Of`, which computes X@GRAD and
// Y@GRAD, either of which may be unwanted. X and Y are read by functors with
// kGradReadsInputs only; for the others the operator needs their shapes.
template <typename Functor>
struct ElementwiseGradKernel {
  template <class Device, class T>
  static void Compute(const Device& device, const framework::Tensor& x,
                      const framework::Tensor& y, const framework::Tensor& dout,
                      int64_t axis, kernels::Workspace workspace,
                      framework::Tensor* dx, framework::Tensor* dy) {
    kernels::ElementwiseGrad<Device, T, Functor>(
        device, dout, &x, &y, x.dims(), AlignedDims(x.dims(), y.dims(), axis),
        workspace, dx, dy);
  }

  static constexpr absl::string_view kNames[] = {"X",    "Y",      "Out@GRAD",
                                                 "axis", "X@GRAD", "Y@GRAD"};
  template <class Device, class T>
  using Of = FunctionKernel<Device, Compute<Device, T>, kNames>;
};

}  // namespace paddle::operators
