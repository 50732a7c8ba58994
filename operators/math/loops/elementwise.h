// The loops of elementwise functions of two tensors that broadcast. A functor
// computes one element:
//
//   struct Product {
//     static constexpr bool kGradReadsInputs = true;
//     template <typename T> static T Value(T x, T y);     // x * y
//     template <typename T> static T Dx(T g, T x, T y);   // g * y
//     template <typename T> static T Dy(T g, T x, T y);   // g * x
//   };
//
// where g is the gradient of the value. The functor's T is the accumulator of
// the tensors' type: for 16-bit tensors it is float, and each element that is
// stored is rounded once. Value is called with integers, too, if the operator
// takes tensors of them; it may throw. A functor free of branches and calls
// (see scalar_math.h) is vectorized. Without kGradReadsInputs, Dx and Dy get
// zeros for x and y, whose tensors are then not needed.
//
// A functor marked PADDLE_HOST_DEVICE serves GPUs, too (elementwise.cuh). Code
// on a GPU cannot throw: a functor whose Value throws for some integers also
// returns the error code of a pair, and names the operator for the report.
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

// The CUDA halves of Elementwise and ElementwiseGrad below. They are declared
// here, so that callers need no CUDA headers, and defined in elementwise.cuh,
// which generated .cu files instantiate for each functor.
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

// Adds up the terms of a nest whose last array is `out`, of `outputs` elements:
// out[...] = the sum of the terms that share the element. Terms are of the
// accumulator of T. If nothing is summed, 16-bit results are rounded as they
// are computed; otherwise the sums stay in `workspace` in float until all terms
// are in, so that each result is rounded once. with_term is as for ReduceNest
// (reduce_nest.h).
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
    // One request for both, as a workspace may give the same bytes twice: the
    // sums, and after them the partial sums of ReduceNest.
    const ReductionParts parts = PartsOf(nest, outputs);
    A* sums =
        static_cast<A*>(workspace((parts.count + 1) * outputs * sizeof(A)));
    const auto rest = [=](size_t) { return sums + outputs; };
    ReduceNest(nest, SumReducer(), with_term, rest, outputs, sums);
    FromFloat(outputs, sums, out);
  }
}

// Computes out[i] = Functor::Value(x[i], y[i]) for i in [0, size) on the CPU,
// in parallel. `out` may be x or y. Throws what the functor throws.
template <typename Functor, typename T>
void CombineElements(int64_t size, const T* x, const T* y, T* out) {
  using A = platform::Accumulator<T>;
  TransformWide(
      size, [](A a, A b) { return Functor::Value(a, b); }, out, x, y);
}

namespace internal {

// Computes out = Functor::Value(x, y) over a nest of x, y and out. Along the
// innermost axis an operand either advances by 1 or repeats; WithOperand picks
// the loop for each case once per run, not once per element.
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

// Select which of a functor's two derivatives SumGradient adds up: one loop is
// written for both.
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

// True if dx needs no work: the gradient of a sum with respect to x is dout
// itself, and was given its memory. An empty tensor has no work either way.
inline bool IsGradient(const framework::Tensor& dout,
                       const framework::Tensor& dx) {
  return dx.numel() == dout.numel() && dx.raw_data() == dout.raw_data();
}

// Computes one of the two gradients, `result`: the sum over the iterations of
// the nest (of dout, x, y, result) that share an element of it. Reads x and y
// only if the functor does; they may be null otherwise.
template <typename T, typename Functor, typename Which>
void SumGradient(const framework::Tensor& dout, const framework::Tensor* x,
                 const framework::Tensor* y, const LoopNest<4>& nest,
                 Workspace workspace, framework::Tensor* result) {
  using A = platform::Accumulator<T>;
  // Four arrays: dout, which advances everywhere, both operands, and the
  // result.
  const T* g = dout.data<T>();
  const auto& strides = nest.inner_strides();
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    // dout advances by 1 along every run: it is not broadcast.
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

// Computes Elementwise on the CPU. Operands of equal dims, the common case,
// need no nest: one flat loop.
template <typename Functor, typename T>
void ElementwiseOnCPU(const framework::Tensor& x, const framework::Tensor& y,
                      const framework::Dims& y_dims, framework::Tensor* out) {
  // The loops below run over the broadcast space, that of `out`.
  const framework::Dims& space = out->dims();
  T* results = out->mutable_data<T>();
  // 16-bit operands are widened in runs here; the loop below widens them one by
  // one, as their order is not that of memory.
  if (x.dims() == y_dims) {
    CombineElements<Functor>(x.numel(), x.data<T>(), y.data<T>(), results);
    return;
  }
  const LoopNest<3> nest(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y_dims, space), RowMajorStrides(space)});
  AssignBroadcast<T, Functor>(nest, x.data<T>(), y.data<T>(), results);
}

// Computes ElementwiseGrad on the CPU. The result is the last array of each
// nest, with the strides of the operand that it belongs to: along an axis that
// was broadcast it does not advance, and the terms add up. Each gradient is a
// pass of its own: their results differ in shape.
template <typename Functor, typename T>
void ElementwiseGradOnCPU(const framework::Tensor& dout,
                          const framework::Tensor* x,
                          const framework::Tensor* y,
                          const framework::Dims& x_dims,
                          const framework::Dims& y_dims, Workspace workspace,
                          framework::Tensor* dx, framework::Tensor* dy) {
  const framework::Dims& space = dout.dims();
  // x and its gradient have the same strides, so the nest of dx has them twice:
  // once for reading, once for the sum.
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

// Computes out = Functor::Value(x, y) elementwise. y counts as a tensor of
// y_dims (y.dims(), possibly with sizes of 1 added); x.dims() and y_dims
// broadcast by NumPy's rule to out->dims(). `out` may share all its memory with
// x or y if the dims agree. Throws what the functor throws.
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

// Computes the gradients of Elementwise, summed over the axes that were
// broadcast: dx of x_dims and dy of y_dims; either may be null. x and y may be
// null unless the functor reads them. If it does not and Dx is g, dx may be the
// memory of dout, provided x was not broadcast; nothing else may share memory.
// The result does not depend on the number of threads. Requests `workspace`
// once for each gradient that is summed.
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
