// The kernels of elementwise arithmetic: functions of a functor, which
// operators/math/loops/elementwise.h describes. The build registers them for
// each _elementwise of ops.bzl, for the CPU and, from the same source, for
// CUDA. The nested `Of` is a template of Device and T, as registration needs
// it.
#pragma once

#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators {

// ElementwiseKernel<Functor> has the kernel `Of`, which computes Out from X and
// Y. The shapes are aligned at each run, as their sizes may differ from run to
// run.
template <typename Functor>
struct ElementwiseKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel, public ElementwiseTile {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      const framework::Tensor& x = x_(context);
      const framework::Tensor& y = y_(context);
      // Out may have the memory of X (MayReuse), if the dims agree.
      kernels::Elementwise<Device, T, Functor>(
          context.device<Device>(), x, y,
          AlignedDims(x.dims(), y.dims(), axis_), &out_(context));
    }
    // Reads X and Y, whose elements stand beside each other.
    void ComputeTile(int64_t size, const void* const* in,
                     void* out) const override {
      if constexpr (!platform::kIsCUDA<Device>) {
        const TileArrays<T> arrays(in, out);
        kernels::CombineElements<Functor>(size, arrays.in(0), arrays.in(1),
                                          arrays.out());
      }
    }

   private:
    const Input x_{this, "X"};
    const Input y_{this, "Y"};
    const Output out_{this, "Out"};
    const Attr<int64_t> axis_{this, "axis"};
  };
};

// ElementwiseGradKernel<Functor> has the kernel `Of`, which computes X@GRAD and
// Y@GRAD, either of which may be unwanted. X and Y are read by functors with
// kGradReadsInputs only; for the others the operator needs their shapes.
template <typename Functor>
struct ElementwiseGradKernel {
  template <class Device, class T>
  class Of final : public framework::OpKernel, public ElementwiseTile {
   public:
    using OpKernel::OpKernel;
    void Compute(const framework::KernelContext& context) const override {
      const framework::Tensor& x = x_(context);
      const framework::Tensor& y = y_(context);
      kernels::ElementwiseGrad<Device, T, Functor>(
          context.device<Device>(), dout_(context), &x, &y, x.dims(),
          AlignedDims(x.dims(), y.dims(), axis_),
          [&](size_t bytes) { return context.Workspace(bytes); },
          dx_.get(context), dy_.get(context));
    }
    // Computes the gradient that is wanted, of operands of one shape. Reads
    // Out@GRAD, X and Y, or Out@GRAD alone.
    void ComputeTile(int64_t size, const void* const* in,
                     void* out) const override {
      if constexpr (!platform::kIsCUDA<Device>) {
        if (dx_.present()) {
          Derive<kernels::internal::DxOf>(size, in, out);
        } else {
          Derive<kernels::internal::DyOf>(size, in, out);
        }
      }
    }

   private:
    template <typename Which>
    static void Derive(int64_t size, const void* const* in, void* out) {
      using A = platform::Accumulator<T>;
      const TileArrays<T> arrays(in, out);
      if constexpr (Functor::kGradReadsInputs) {
        const T *g = arrays.in(0), *x = arrays.in(1), *y = arrays.in(2);
        kernels::AssignRun(size, arrays.out(), [=](int64_t j) {
          return T(Which::template Term<Functor>(A(g[j]), A(x[j]), A(y[j])));
        });
      } else {
        const T* g = arrays.in(0);
        kernels::AssignRun(size, arrays.out(), [=](int64_t j) {
          return T(Which::template Term<Functor>(A(g[j]), A(0), A(0)));
        });
      }
    }

    const Input x_{this, "X"};
    const Input y_{this, "Y"};
    const Input dout_{this, "Out@GRAD"};
    const Output dx_{this, "X@GRAD"};
    const Output dy_{this, "Y@GRAD"};
    const Attr<int64_t> axis_{this, "axis"};
  };
};

}  // namespace paddle::operators
