// The kernel half that all elementwise arithmetic shares. A functor is as
// operators/math/loops/elementwise.h says.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/functor_kernel.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/math/loops/elementwise.h"

namespace paddle::operators {

template <typename T, typename Functor>
class ElementwiseKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto& y = y_(context);
    kernels::Elementwise<T, Functor>(context.device(), x, y,
                                     AlignedDims(x.dims(), y.dims(), axis_),
                                     &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

template <typename T, typename Functor>
class ElementwiseGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto& y = y_(context);
    kernels::ElementwiseGrad<T, Functor>(
        context.device(), dout_(context), &x, &y, x.dims(),
        AlignedDims(x.dims(), y.dims(), axis_),
        [&](size_t bytes) { return context.Workspace(bytes); },
        dx_.get(context), dy_.get(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dy_{this, "Y@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace paddle::operators

// The kernels of an operator: of floating types and of int32 and int64. Like
// the next two it stands at namespace paddle::operators, alone in its file.
#define REGISTER_ELEMENTWISE(type, Functor)                 \
  PADDLE_FUNCTOR_KERNEL(ElementwiseKernel, Functor)         \
  REGISTER_OP_CPU_KERNEL_OF_NUMBERS(type, Functor##Kernel); \
  REGISTER_OP_CUDA_TWIN_OF_NUMBERS(type, Functor##Kernel)

// Of all types, bool included.
#define REGISTER_ELEMENTWISE_OF_ALL_TYPES(type, Functor)      \
  PADDLE_FUNCTOR_KERNEL(ElementwiseKernel, Functor)           \
  REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(type, Functor##Kernel); \
  REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(type, Functor##Kernel)

// Those of its gradient.
#define REGISTER_ELEMENTWISE_GRAD(type, Functor)                   \
  PADDLE_FUNCTOR_KERNEL(ElementwiseGradKernel, Functor)            \
  REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(type, Functor##Kernel); \
  REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(type, Functor##Kernel)
