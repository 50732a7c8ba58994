// Functions of two tensors of shapes that broadcast: the loops that functors
// go through. A functor computes one element:
//
//   struct Product {
//     static constexpr bool kGradReadsInputs = true;
//     template <typename T> static T Value(T x, T y);     // x * y
//     template <typename T> static T Dx(T g, T x, T y);   // g * y
//     template <typename T> static T Dy(T g, T x, T y);   // g * x
//   };
//
// where g is the gradient of the value. T of the functor is the accumulator of
// the tensors' type: for 16-bit tensors it is float, and each element that is
// stored is rounded once. Value is also called with integers if tensors of them
// are; it may throw. Free of branches and calls (scalar_math.h), the functions
// are vectorised. Without kGradReadsInputs, Dx and Dy get zeros for x and y.
// Marked PADDLE_HOST_DEVICE, they serve GPUs, too: see elementwise.cuh. These
// cannot throw: a functor whose Value throws for some integers also says which,
// and what a report about them begins with.
//
//     static constexpr char kErrorsOf[] = "elementwise_div";
//     template <typename T>
//     static platform::DeviceErrorCode ErrorOf(T x, T y);
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// For GPUs, where sources of their own instantiate them.
template <typename Functor, typename T>
void ElementwiseOnCUDA(const platform::CUDADeviceContext& device,
                       const framework::Tensor& x, const framework::Tensor& y,
                       const framework::Dims& y_dims, framework::Tensor* out);
template <typename Functor, typename T>
void ElementwiseGradOnCUDA(const platform::CUDADeviceContext& device,
                           const framework::Tensor& dout,
                           const framework::Tensor* x,
                           const framework::Tensor* y,
                           const framework::Dims& x_dims,
                           const framework::Dims& y_dims, Workspace workspace,
                           framework::Tensor* dx, framework::Tensor* dy);

// The last array of the nest is `out`, of `outputs` elements: sums of the terms
// that share its element, which are of the accumulator of T. See ReduceNest.
template <typename T, int K, typename WithTerm>
void SumNest(const LoopNest<K>& nest, const WithTerm& with_term,
             Workspace workspace, int64_t outputs, T* out) {
  using A = platform::Accumulator<T>;
  if constexpr (std::is_same_v<A, T>) {
    ReduceNest(nest, SumReducer(), with_term, workspace, outputs, out);
  } else if (nest.total() > 0 && !nest.Repeats(K - 1)) {
    internal::AssignNest(
        nest,
        [&](const auto& offsets, const auto& visit) {
          with_term(offsets, [&](const auto& term) {
            visit([term](int64_t j) { return T(term(j)); });
          });
        },
        out);
  } else {
    const ReductionParts parts = PartsOf(nest, outputs);
    A* sums =
        static_cast<A*>(workspace((parts.count + 1) * outputs * sizeof(A)));
    const auto rest = [=](size_t) { return sums + outputs; };
    ReduceNest(nest, SumReducer(), with_term, rest, outputs, sums);
    FromFloat(outputs, sums, out);
  }
}

namespace internal {

template <typename T, typename Functor>
void AssignBroadcast(const LoopNest<3>& nest, const T* x, const T* y, T* out) {
  using A = platform::Accumulator<T>;
  const auto& strides = nest.inner_strides();
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    WithOperand(x + offsets[0], strides[0], [&](auto a) {
      WithOperand(y + offsets[1], strides[1], [&](auto b) {
        visit([=](int64_t j) { return T(Functor::Value(A(a[j]), A(b[j]))); });
      });
    });
  };
  AssignNest(nest, with_term, out);
}

struct DxOf {
  template <typename Functor, typename A>
  PADDLE_HOST_DEVICE static A Term(A g, A x, A y) {
    return Functor::Dx(g, x, y);
  }
};
struct DyOf {
  template <typename Functor, typename A>
  PADDLE_HOST_DEVICE static A Term(A g, A x, A y) {
    return Functor::Dy(g, x, y);
  }
};

// Whether dx is already there: that of a sum was given the memory of dout.
inline bool IsGradient(const framework::Tensor& dout,
                       const framework::Tensor& dx) {
  return dx.numel() == dout.numel() && dx.raw_data() == dout.raw_data();
}

// One of the two gradients.
template <typename T, typename Functor, typename Which>
void SumGradient(const framework::Tensor& dout, const framework::Tensor* x,
                 const framework::Tensor* y, const LoopNest<4>& nest,
                 Workspace workspace, framework::Tensor* result) {
  using A = platform::Accumulator<T>;
  const T* g = dout.data<T>();
  const auto& strides = nest.inner_strides();
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    const T* dz = g + offsets[0];
    if constexpr (Functor::kGradReadsInputs) {
      WithOperand(x->data<T>() + offsets[1], strides[1], [&](auto a) {
        WithOperand(y->data<T>() + offsets[2], strides[2], [&](auto b) {
          visit([=](int64_t j) {
            return Which::template Term<Functor>(A(dz[j]), A(a[j]), A(b[j]));
          });
        });
      });
    } else {
      visit([=](int64_t j) {
        return Which::template Term<Functor>(A(dz[j]), A(0), A(0));
      });
    }
  };
  SumNest(nest, with_term, workspace, result->numel(),
          result->mutable_data<T>());
}

template <typename Functor, typename T>
void ElementwiseOnCPU(const framework::Tensor& x, const framework::Tensor& y,
                      const framework::Dims& y_dims, framework::Tensor* out) {
  using A = platform::Accumulator<T>;
  const framework::Dims& space = out->dims();
  T* results = out->mutable_data<T>();
  if (x.dims() == y_dims) {
    TransformWide(
        x.numel(), [](A a, A b) { return Functor::Value(a, b); }, results,
        x.data<T>(), y.data<T>());
    return;
  }
  const LoopNest<3> nest(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y_dims, space), RowMajorStrides(space)});
  AssignBroadcast<T, Functor>(nest, x.data<T>(), y.data<T>(), results);
}

template <typename Functor, typename T>
void ElementwiseGradOnCPU(const framework::Tensor& dout,
                          const framework::Tensor* x,
                          const framework::Tensor* y,
                          const framework::Dims& x_dims,
                          const framework::Dims& y_dims, Workspace workspace,
                          framework::Tensor* dx, framework::Tensor* dy) {
  const framework::Dims& space = dout.dims();
  const Strides z_strides = RowMajorStrides(space);
  const Strides x_strides = BroadcastStrides(x_dims, space);
  const Strides y_strides = BroadcastStrides(y_dims, space);
  if (dx != nullptr && !IsGradient(dout, *dx)) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, x_strides});
    SumGradient<T, Functor, DxOf>(dout, x, y, nest, workspace, dx);
  }
  if (dy != nullptr) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, y_strides});
    SumGradient<T, Functor, DyOf>(dout, x, y, nest, workspace, dy);
  }
}

}  // namespace internal

// out = functor(x, y), where y counts as a tensor of y_dims (y.dims(), or those
// with sizes of 1 added) and x.dims() and y_dims broadcast by NumPy's rule to
// out->dims(). `out` may share all its memory with x, or with y, if the dims
// are the same.
template <class Device, class T, typename Functor>
void Elementwise(const Device& device, const framework::Tensor& x,
                 const framework::Tensor& y, const framework::Dims& y_dims,
                 framework::Tensor* out) {
  if constexpr (platform::kIsCUDA<Device>) {
    ElementwiseOnCUDA<Functor, T>(device, x, y, y_dims, out);
  } else {
    internal::ElementwiseOnCPU<Functor, T>(x, y, y_dims, out);
  }
}

// The gradients, summed over what was broadcast: dx of x_dims, dy of y_dims;
// either may be null. x and y, of the same dims, may be null unless the functor
// reads them. If it does not, and Dx is g, dx may be the memory of dout if x
// was not broadcast; nothing else may share memory.
template <class Device, class T, typename Functor>
void ElementwiseGrad(const Device& device, const framework::Tensor& dout,
                     const framework::Tensor* x, const framework::Tensor* y,
                     const framework::Dims& x_dims,
                     const framework::Dims& y_dims, Workspace workspace,
                     framework::Tensor* dx, framework::Tensor* dy) {
  if constexpr (platform::kIsCUDA<Device>) {
    ElementwiseGradOnCUDA<Functor, T>(device, dout, x, y, x_dims, y_dims,
                                      workspace, dx, dy);
  } else {
    internal::ElementwiseGradOnCPU<Functor, T>(dout, x, y, x_dims, y_dims,
                                               workspace, dx, dy);
  }
}

}  // namespace paddle::operators::kernels
