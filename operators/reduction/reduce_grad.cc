#include "paddle/operators/reduction/reduce_grad.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/reduce_extreme.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Computes dx = dout * factor, repeated along the axes.
template <typename T>
void Spread(const Tensor& dout, AxisSet axes, platform::Accumulator<T> factor,
            Tensor* dx) {
  SpreadAxes(
      dx->dims(), axes, [=](int64_t, T g) { return g * factor; },
      dx->mutable_data<T>(), dout.data<T>());
}

}  // namespace

template <class Device, class T>
void ReduceSumGrad(const Device&, const Tensor& dout, AxisSet axes,
                   Tensor* dx) {
  Spread<T>(dout, axes, 1, dx);
}

template <class Device, class T>
void ReduceMeanGrad(const Device&, const Tensor& dout, AxisSet axes,
                    Tensor* dx) {
  using A = platform::Accumulator<T>;
  const int64_t terms = NumTerms(dx->dims(), axes);
  Spread<T>(dout, axes, A(1) / static_cast<A>(terms), dx);
}

template <class Device, class T>
void ReduceExtremeGrad(const Device&, const Tensor& x, const Tensor& out,
                       const Tensor& dout, AxisSet axes, Workspace workspace,
                       Tensor* dx) {
  using A = platform::Accumulator<T>;
  ExtremeGrad<T>(
      x, out, dout, axes, [](A value) { return value; }, [](A) { return A(1); },
      workspace, dx);
}

template <class Device, class T>
void ReduceProdGrad(const Device&, const Tensor& x, const Tensor& out,
                    const Tensor& dout, AxisSet axes, Workspace workspace,
                    Tensor* dx) {
  using A = platform::Accumulator<T>;
  const Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratch(space, axes);
  // out / x fails for x = 0. With one 0 only that element has a gradient, the
  // product of the others; with two or more none has.
  A* zeros = static_cast<A*>(workspace((2 * results + scratch) * sizeof(A)));
  A* others = zeros + results;  // the products of what is not 0
  const auto parts = [=](size_t) { return others + results; };
  const T* data = x.data<T>();
  const T* g = dout.data<T>();

  ReduceAxes(
      space, axes, SumReducer(),
      [=](int64_t i) { return static_cast<A>(data[i] == T(0)); }, parts, zeros);
  ReduceAxes(
      space, axes, ProductReducer(),
      [=](int64_t i) {
        const A value = static_cast<A>(data[i]);
        return value == A(0) ? A(1) : value;
      },
      parts, others);
  // The product with dout once per result, not once per element.
  AssignAll(results, others,
            [=](int64_t j) { return others[j] * static_cast<A>(g[j]); });
  SpreadAxes(
      space, axes,
      [=](int64_t i, A zero_count, A product) {
        const A value = static_cast<A>(data[i]);
        const A at_zero = zero_count == A(1) ? product : A(0);
        const A elsewhere = zero_count == A(0) ? product / value : A(0);
        return value == A(0) ? at_zero : elsewhere;
      },
      dx->mutable_data<T>(), static_cast<const A*>(zeros),
      static_cast<const A*>(others));
}

PADDLE_INSTANTIATE(ReduceExtremeGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceProdGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceSumGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceMeanGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
