#include "paddle/operators/loss/loss.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/loss/loss_rules.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using internal::FactorOf;
using internal::LossArrays;
using internal::LossRule;

// Elements per task; fewer than elsewhere, as a loss has an exponential or a
// logarithm per element.
constexpr int64_t kGrain = 8192;
// Elements that are added up at a time: their losses fit on the stack.
constexpr int64_t kRun = 256;

// Sets out[i] to value(a, b, c) of elements i of the inputs, i in [begin, end).
template <typename T, typename Value>
void AssignLosses(const LossArrays<T>& arrays, int64_t begin, int64_t end,
                  const Value& value, T* out) {
  AssignBlocks(end - begin, value, out, arrays.in[0] + begin,
               arrays.in[1] + begin, arrays.in[2] + begin);
}

template <typename T, typename Value>
void AssignAllLosses(const LossArrays<T>& arrays, const Value& value,
                     Tensor* out) {
  T* to = out->mutable_data<T>();
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    AssignLosses(arrays, begin, end, value, to + begin);
  });
}

// Computes d_out * slope(a, b, c). One gradient for all is read once.
template <typename T, typename Slope>
void PassOn(const LossArrays<T>& arrays, const Tensor& d_out,
            const Slope& slope, Tensor* result) {
  if (result == nullptr) return;
  const T* flowing = d_out.data<T>();
  // The gradient of a sum: one number for all elements.
  if (d_out.numel() != result->numel()) {
    const T g = *flowing;
    AssignAllLosses(
        arrays, [=](T a, T b, T c) { return g * slope(a, b, c); }, result);
    return;
  }
  T* to = result->mutable_data<T>();
  platform::ParallelFor(
      result->numel(), kGrain, [&](int64_t begin, int64_t end) {
        AssignBlocks(
            end - begin, [=](T g, T a, T b, T c) { return g * slope(a, b, c); },
            to + begin, flowing + begin, arrays.in[0] + begin,
            arrays.in[1] + begin, arrays.in[2] + begin);
      });
}

}  // namespace

template <class Device, class T, LossOp op>
void Loss(const Device&, const LossInputs& inputs, double parameter,
          const LossScale& scale, Tensor* saved, Tensor* out) {
  const LossArrays<T> arrays(inputs, parameter);
  const T p = arrays.parameter, factor = FactorOf<T>(scale);
  AssignAllLosses(
      arrays,
      [=](T a, T b, T c) {
        return factor * LossRule<op>::template Value<T>({a, b, c, p});
      },
      out);
  // A loop of its own: two outputs in one would not be vectorised.
  if constexpr (LossRule<op>::kSaves) {
    AssignAllLosses(
        arrays,
        [=](T a, T b, T c) {
          return LossRule<op>::template Saved<T>({a, b, c, p});
        },
        saved);
  }
}

template <class Device, class T, LossOp op>
void LossSum(const Device&, const LossInputs& inputs, double parameter,
             const LossScale& scale, Workspace workspace, Tensor* out) {
  const LossArrays<T> arrays(inputs, parameter);
  const T p = arrays.parameter;
  // Takes elements by value, not an index: AssignBlocks has loaded them.
  const auto value = [=](T a, T b, T c) {
    return LossRule<op>::template Value<T>({a, b, c, p});
  };
  const int64_t size = inputs[0]->numel();
  const int64_t runs = (size + kRun - 1) / kRun;
  // A sum per run, added in order: the bits do not depend on the threads.
  T* sums = static_cast<T*>(workspace(runs * sizeof(T)));
  platform::ParallelFor(runs, kGrain / kRun, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      T buffer[kRun];
      const T* const values = buffer;
      const int64_t begin = i * kRun, end = std::min(size, begin + kRun);
      AssignLosses(arrays, begin, end, value, buffer);
      sums[i] = ReduceRun(end - begin, T(0), std::plus<T>(),
                          [=](int64_t j) { return values[j]; });
    }
  });
  // The sums of runs are few; adding them in order takes no time.
  const T sum =
      ReduceRun(runs, T(0), std::plus<T>(), [=](int64_t j) { return sums[j]; });
  *out->mutable_data<T>() = FactorOf<T>(scale) * sum;
}

template <class Device, class T, LossOp op>
void LossGrad(const Device&, const LossInputs& inputs, double parameter,
              const LossScale& scale, const Tensor& d_out, Tensor* d_first,
              Tensor* d_second) {
  const LossArrays<T> arrays(inputs, parameter);
  const T p = arrays.parameter, factor = FactorOf<T>(scale);
  PassOn(
      arrays, d_out,
      [=](T a, T b, T c) {
        return factor * LossRule<op>::template Slope<T>({a, b, c, p});
      },
      d_first);
  if constexpr (LossRule<op>::kHasOther) {
    PassOn(
        arrays, d_out,
        [=](T a, T b, T c) {
          return factor * LossRule<op>::template OtherSlope<T>({a, b, c, p});
        },
        d_second);
  }
}

template <class Device, class T>
const double* CountLabels(const Device&, const Tensor& label, double ignored,
                          Workspace workspace) {
  const T* labels = label.data<T>();
  const int64_t count =
      label.numel() -
      std::count(labels, labels + label.numel(), static_cast<T>(ignored));
  double* out = static_cast<double*>(workspace(sizeof(double)));
  // Without labels the losses are zeros, and 0 / 1 is 0.
  *out = static_cast<double>(std::max<int64_t>(count, 1));
  return out;
}

PADDLE_INSTANTIATE_LOSSES(platform::CPUDeviceContext);

}  // namespace paddle::operators::kernels
