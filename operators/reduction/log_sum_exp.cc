#include "paddle/operators/reduction/log_sum_exp.h"

#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Computes terms[i] = exp(x[i] - base[o]), where o is the result that has
// element i. The distance of an infinite element from itself is 0. The
// exponentials are a loop of their own, which is vectorized.
template <typename A, typename T, typename Base>
void ExpOfDistances(const Dims& space, AxisSet axes, const T* x,
                    const Base* base, A* terms) {
  SpreadAxes(
      space, axes,
      [=](int64_t i, Base b) {
        const A a = static_cast<A>(x[i]);
        return a == static_cast<A>(b) ? A(0) : a - static_cast<A>(b);
      },
      terms, base);
  constexpr int64_t kGrain = 8192;
  platform::ParallelFor(space.Numel(), kGrain, [=](int64_t begin, int64_t end) {
    Exp(end - begin, terms + begin, terms + begin);
  });
}

}  // namespace

template <class Device, class T>
void LogSumExp(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const Dims& space = x.dims();
  const int64_t results = out->numel();
  // One request for all: bases, sums, terms and the parts of the reductions.
  const int64_t size = 2 * results + x.numel() + ReductionScratch(space, axes);
  A* bases = static_cast<A*>(workspace(size * sizeof(A)));
  A* sums = bases + results;
  A* terms = sums + results;
  const auto parts = [=](size_t) { return terms + space.Numel(); };
  const T* data = x.data<T>();

  ReduceAxes(
      space, axes, MaxReducer(),
      [=](int64_t i) { return static_cast<A>(data[i]); }, parts, bases);
  AssignAll(results, bases, [=](int64_t j) {  // inf - inf would be NaN
    return std::isinf(bases[j]) ? A(0) : bases[j];
  });
  ExpOfDistances(space, axes, data, bases, terms);
  ReduceAxes(
      space, axes, SumReducer(), [=](int64_t i) { return terms[i]; }, parts,
      sums);
  // The maximum itself contributes exp(0) = 1, so the sum is at least 1 and its
  // logarithm loses no bits to underflow.
  AssignAll(results, out->mutable_data<T>(),
            [=](int64_t j) { return std::log(sums[j]) + bases[j]; });
}

template <class Device, class T>
void LogSumExpGrad(const Device&, const Tensor& x, const Tensor& out,
                   const Tensor& dout, AxisSet axes, Workspace workspace,
                   Tensor* dx) {
  using A = platform::Accumulator<T>;
  const int64_t results = out.numel();
  const T* sums = out.data<T>();
  A* bases = static_cast<A*>(workspace((results + x.numel()) * sizeof(A)));
  A* terms = bases + results;
  AssignAll(results, bases, [=](int64_t j) {
    const A base = static_cast<A>(sums[j]);
    return std::isinf(base) && base < A(0) ? A(0) : base;
  });
  ExpOfDistances(x.dims(), axes, x.data<T>(), bases, terms);
  SpreadAxes(
      x.dims(), axes,
      [=](int64_t i, T g) { return terms[i] * static_cast<A>(g); },
      dx->mutable_data<T>(), dout.data<T>());
}

PADDLE_INSTANTIATE(LogSumExp, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LogSumExpGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
