#include "paddle/operators/reduction/reduce_grad.h"

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/reduce_extreme.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// dx = dout * factor, repeated over the axes.
template <typename T>
void Spread(const Tensor& dout, AxisSet axes, platform::Accumulator<T> factor,
            Tensor* dx) {
  SpreadAxes(
      dx->dims(), axes, [=](int64_t, T g) { return g * factor; },
      dx->mutable_data<T>(), dout.data<T>());
}

}  // namespace

template <typename T>
void ReduceSumGrad(const platform::DeviceContext& device, const Tensor& dout,
                   AxisSet axes, Tensor* dx) {
  PADDLE_ON_CUDA(device, ReduceSumGradOnCUDA<T>(device, dout, axes, dx));
  EnforceOnCPU(device, "the gradient of a reduction");
  Spread<T>(dout, axes, 1, dx);
}

template <typename T>
void ReduceMeanGrad(const platform::DeviceContext& device, const Tensor& dout,
                    AxisSet axes, Tensor* dx) {
  PADDLE_ON_CUDA(device, ReduceMeanGradOnCUDA<T>(device, dout, axes, dx));
  EnforceOnCPU(device, "the gradient of a reduction");
  using A = platform::Accumulator<T>;
  const int64_t terms = NumTerms(dx->dims(), axes);
  Spread<T>(dout, axes, A(1) / static_cast<A>(terms), dx);
}

template <typename T>
void ReduceExtremeGrad(const platform::DeviceContext& device, const Tensor& x,
                       const Tensor& out, const Tensor& dout, AxisSet axes,
                       Workspace workspace, Tensor* dx) {
  PADDLE_ON_CUDA(device, ReduceExtremeGradOnCUDA<T>(device, x, out, dout, axes,
                                                    workspace, dx));
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
  PADDLE_ON_CUDA(device, ReduceProdGradOnCUDA<T>(device, x, out, dout, axes,
                                                 workspace, dx));
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
#define INSTANTIATE(T)                                             \
  INSTANTIATE_GRADIENT(ReduceExtremeGrad, T)                       \
  INSTANTIATE_GRADIENT(ReduceProdGrad, T)                          \
  template void ReduceSumGrad<T>(const platform::DeviceContext&,   \
                                 const Tensor&, AxisSet, Tensor*); \
  template void ReduceMeanGrad<T>(const platform::DeviceContext&,  \
                                  const Tensor&, AxisSet, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
