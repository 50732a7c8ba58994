#include "paddle/operators/kernels/arithmetic.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/reduce.h"
#include "paddle/operators/kernels/reduce_extreme.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::Tensor;

template <typename T>
void ReduceExtremeGrad(const platform::DeviceContext& device, const Tensor& x,
                       const Tensor& out, const Tensor& dout, AxisSet axes,
                       Workspace workspace, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  using A = platform::Accumulator<T>;
  ExtremeGrad<T>(
      x, out, dout, axes, [](A value) { return value; }, [](A) { return A(1); },
      workspace, dx);
}

template <typename T>
void ReduceProdGrad(const platform::DeviceContext& device, const Tensor& x,
                    const Tensor& out, const Tensor& dout, AxisSet axes,
                    Workspace workspace, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  using A = platform::Accumulator<T>;
  const Dims& space = x.dims();
  const int64_t results = out.numel();
  const int64_t scratch = ReductionScratch(space, axes);
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

#define INSTANTIATE_GRADIENT(name, T)                                     \
  template void name<T>(const platform::DeviceContext&, const Tensor&,    \
                        const Tensor&, const Tensor&, AxisSet, Workspace, \
                        Tensor*);
#define INSTANTIATE(T)                       \
  INSTANTIATE_GRADIENT(ReduceExtremeGrad, T) \
  INSTANTIATE_GRADIENT(ReduceProdGrad, T)
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
