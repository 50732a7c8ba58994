// The kernels of pooling and its gradients in two and three dimensions. They
// take the rank from the dims, so pool2d and pool3d register the same classes
// under their own names.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/pool.h"
#include "paddle/operators/pooling/unpool.h"

namespace paddle::operators {

// The base class of the kernels: reads the attributes of the windows once, when
// the kernel is made, and not at each run.
class PoolKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the sizes of pooling a tensor of dims x to one of dims out.
  kernels::PoolShape Shape(const framework::Dims& x,
                           const framework::Dims& out) const {
    using kernels::ToExtent;
    return kernels::MakePoolShape(
        x, out,
        {ToExtent(ksize_.value(), 1), ToExtent(strides_.value(), 1),
         ToExtent(paddings_.value(), 0), global_, adaptive_});
  }

 private:
  const Attr<std::vector<int64_t>> ksize_{this, "ksize"};
  const Attr<bool> global_{this, "global_pooling"};
  const Attr<bool> adaptive_{this, "adaptive"};
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
};

// Computes Out, the largest element of each window if pooling_type is "max",
// otherwise the mean. T: float, double.
template <class Device, class T>
class PoolKernel final : public PoolKernelBase {
 public:
  using PoolKernelBase::PoolKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    auto& out = out_(ctx);
    const auto shape = Shape(x.dims(), out.dims());
    if (type_.value() == "max") {
      kernels::MaxPool<Device, T>(ctx.device<Device>(), shape, x, &out);
    } else {
      kernels::AveragePool<Device, T>(ctx.device<Device>(), shape, exclusive_,
                                      x, &out);
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::string> type_{this, "pooling_type"};
  const Attr<bool> exclusive_{this, "exclusive"};
};

// Computes X@GRAD for PoolKernel. Reads the dims of X and, for "max", its
// elements: the largest are found again, so that the forward pass keeps nothing
// for the gradient.
template <class Device, class T>
class PoolGradKernel final : public PoolKernelBase {
 public:
  using PoolKernelBase::PoolKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& x = x_(ctx);
    const auto& d_out = d_out_(ctx);
    // From the dims alone: Out itself is not an input of the gradient.
    const auto shape = Shape(x.dims(), d_out.dims());
    if (type_.value() == "max") {
      kernels::MaxPoolGrad<Device, T>(ctx.device<Device>(), shape, x, d_out,
                                      d_x);
    } else {
      kernels::AveragePoolGrad<Device, T>(ctx.device<Device>(), shape,
                                          exclusive_, d_out, d_x);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<std::string> type_{this, "pooling_type"};
  const Attr<bool> exclusive_{this, "exclusive"};
};

// Computes Out, the largest element of each window, and Mask, its position,
// which unpool and the gradient read.
template <class Device, class T>
class MaxPoolWithIndexKernel final : public PoolKernelBase {
 public:
  using PoolKernelBase::PoolKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    auto& out = out_(ctx);
    kernels::MaxPoolWithIndex<Device, T>(ctx.device<Device>(),
                                         Shape(x.dims(), out.dims()), x, &out,
                                         &mask_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output mask_{this, "Mask"};
};

// Computes X@GRAD for MaxPoolWithIndexKernel: adds each element of Out@GRAD to
// the position that Mask has for it. Where windows overlap, several may add to
// one position.
template <class Device, class T>
class MaxPoolWithIndexGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    // Also the gradient of unpool's gradient.
    kernels::AddToPlanes<Device, T>(ctx.device<Device>(), d_out_(ctx),
                                    mask_(ctx), d_x);
  }

 private:
  const Input mask_{this, "Mask"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
};

}  // namespace paddle::operators
