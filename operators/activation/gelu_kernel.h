// The kernels of gelu, which has two forms: two functors instead of one with a
// flag, so that the loop has no branch.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/activation_tile.h"
#include "paddle/operators/activation/gelu.h"
#include "paddle/operators/common/elementwise_tile.h"

namespace paddle::operators {

// Calls visit(functor) with the exact form, which costs an erf for each
// element, or with the approximation, which costs a tanh.
template <typename Visit>
void WithGelu(bool approximate, const Visit& visit) {
  if (approximate) {
    visit(ApproximateGeluFunctor());
  } else {
    visit(GeluFunctor());
  }
}

// Computes Out = gelu(X), exactly or approximated. Out may have the memory of
// X. T: floating types.
template <class Device, class T>
class GeluKernel final
    : public framework::OpKernel,
      public ActivationTile<Device, T, GeluKernel<Device, T>> {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    WithGelu(approximate_, [&](const auto& functor) {
      kernels::Activate<Device, T>(context.device<Device>(), functor,
                                   x_(context), &out_(context));
    });
  }
  template <typename Visit>
  void WithFunctor(const Visit& visit) const {
    WithGelu(approximate_, visit);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<bool> approximate_{this, "approximate"};
};

// Computes X@GRAD, by the derivative of the form that was computed. X@GRAD may
// have the memory of Out@GRAD.
template <class Device, class T>
class GeluGradKernel final : public framework::OpKernel,
                             public ElementwiseTile {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    WithGelu(approximate_, [&](const auto& functor) {
      kernels::ActivateGrad<Device, T>(context.device<Device>(), functor,
                                       x_(context), dout_(context), dx);
    });
  }
  // Reads Out@GRAD and X, in this order.
  void ComputeTile(int64_t size, const void* const* in,
                   void* out) const override {
    if constexpr (!platform::kIsCUDA<Device>) {
      const TileArrays<T> arrays(in, out);
      WithGelu(approximate_, [&](const auto& functor) {
        kernels::ActivateGradElements(functor, size, arrays.in(1), arrays.in(0),
                                      arrays.out());
      });
    }
  }

 private:
  const Input x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<bool> approximate_{this, "approximate"};
};

}  // namespace paddle::operators
