#include "paddle/operators/kernels/loss.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/loss_rules.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using internal::kLossRun;
using internal::LossRule;
using internal::LossRun;

constexpr bool HasSecondGradient(LossOp op) {
  return op != LossOp::kModifiedHuber && op != LossOp::kHinge &&
         op != LossOp::kLog;
}

// body(run, its number, its first element), in parallel.
template <typename T, typename Body>
void ForEachRun(const platform::DeviceContext& device, const LossInputs& inputs,
                double parameter, const Body& body) {
  EnforceOnCPU(device, "a loss");
  constexpr int64_t kGrain = 8192 / kLossRun;
  const int64_t size = inputs[0]->numel();
  std::array<const T*, 3> data = {};
  for (size_t i = 0; i < data.size(); ++i) {
    if (inputs[i] != nullptr) data[i] = inputs[i]->template data<T>();
  }
  platform::ParallelFor((size + kLossRun - 1) / kLossRun, kGrain,
                        [&](int64_t first, int64_t end) {
                          for (int64_t i = first; i < end; ++i) {
                            const int64_t begin = i * kLossRun;
                            LossRun<T> run = {std::min(kLossRun, size - begin),
                                              data, static_cast<T>(parameter)};
                            for (const T*& in : run.in) {
                              if (in != nullptr) in += begin;
                            }
                            body(run, i, begin);
                          }
                        });
}

// out *= scale
template <typename T>
void Rescale(int64_t size, T scale, T* out) {
  if (scale == T(1)) return;
  AssignRun(size, out, [=](int64_t j) { return scale * out[j]; });
}

}  // namespace

template <typename T, LossOp op>
void Loss(const platform::DeviceContext& device, const LossInputs& inputs,
          double parameter, double scale, Tensor* saved, Tensor* out) {
  T* to = out->mutable_data<T>();
  T* kept = saved == nullptr ? nullptr : saved->mutable_data<T>();
  ForEachRun<T>(device, inputs, parameter,
                [=](const LossRun<T>& run, int64_t, int64_t begin) {
                  LossRule<op>::Values(run,
                                       kept == nullptr ? nullptr : kept + begin,
                                       to + begin);
                  Rescale(run.size, static_cast<T>(scale), to + begin);
                });
}

template <typename T, LossOp op>
void LossSum(const platform::DeviceContext& device, const LossInputs& inputs,
             double parameter, double scale, Workspace workspace, Tensor* out) {
  const int64_t runs = (inputs[0]->numel() + kLossRun - 1) / kLossRun;
  T* sums = static_cast<T*>(workspace(runs * sizeof(T)));
  ForEachRun<T>(device, inputs, parameter,
                [=](const LossRun<T>& run, int64_t i, int64_t) {
                  T values[kLossRun];
                  LossRule<op>::Values(run, static_cast<T*>(nullptr), values);
                  const T* v = values;
                  sums[i] = ReduceRun(run.size, T(0), std::plus<T>(),
                                      [=](int64_t j) { return v[j]; });
                });
  const T sum =
      ReduceRun(runs, T(0), std::plus<T>(), [=](int64_t j) { return sums[j]; });
  *out->mutable_data<T>() = static_cast<T>(scale) * sum;
}

template <typename T, LossOp op>
void LossGrad(const platform::DeviceContext& device, const LossInputs& inputs,
              double parameter, double scale, const Tensor& d_out,
              Tensor* d_first, Tensor* d_second) {
  const bool each = d_out.numel() == inputs[0]->numel();
  const T* flowing = d_out.data<T>();
  T* first = d_first == nullptr ? nullptr : d_first->mutable_data<T>();
  T* second = d_second == nullptr ? nullptr : d_second->mutable_data<T>();
  const auto pass_on = [=](int64_t size, int64_t begin, T* slopes, T* to) {
    Rescale(size, static_cast<T>(scale), slopes);
    const T* by = slopes;
    WithOperand(flowing + (each ? begin : 0), each ? 1 : 0, [=](auto g) {
      AssignRun(size, to + begin, [=](int64_t j) { return g[j] * by[j]; });
    });
  };
  ForEachRun<T>(device, inputs, parameter,
                [=](const LossRun<T>& run, int64_t, int64_t begin) {
                  T slopes[kLossRun];
                  LossRule<op>::Slopes(run, slopes);
                  if constexpr (HasSecondGradient(op)) {
                    T others[kLossRun];
                    if (second != nullptr) {
                      LossRule<op>::OtherSlopes(run, slopes, others);
                      pass_on(run.size, begin, others, second);
                    }
                  }
                  if (first != nullptr) {
                    pass_on(run.size, begin, slopes, first);
                  }
                });
}

template <typename T>
int64_t CountLabels(const Tensor& label, double ignored) {
  const T* labels = label.data<T>();
  return label.numel() -
         std::count(labels, labels + label.numel(), static_cast<T>(ignored));
}

#define INSTANTIATE_OP(T, op)                                                  \
  template void Loss<T, op>(const platform::DeviceContext&, const LossInputs&, \
                            double, double, Tensor*, Tensor*);                 \
  template void LossGrad<T, op>(const platform::DeviceContext&,                \
                                const LossInputs&, double, double,             \
                                const Tensor&, Tensor*, Tensor*);
#define INSTANTIATE(op)     \
  INSTANTIATE_OP(float, op) \
  INSTANTIATE_OP(double, op)
INSTANTIATE(LossOp::kSigmoidCrossEntropy)
INSTANTIATE(LossOp::kHuber)
INSTANTIATE(LossOp::kModifiedHuber)
INSTANTIATE(LossOp::kHinge)
INSTANTIATE(LossOp::kLog)
INSTANTIATE(LossOp::kRank)
INSTANTIATE(LossOp::kMarginRank)
INSTANTIATE(LossOp::kKlDiv)

#define INSTANTIATE_SUM(T)                                                    \
  template void LossSum<T, LossOp::kKlDiv>(const platform::DeviceContext&,    \
                                           const LossInputs&, double, double, \
                                           Workspace, Tensor*);               \
  template int64_t CountLabels<T>(const Tensor&, double);
INSTANTIATE_SUM(float)
INSTANTIATE_SUM(double)

}  // namespace paddle::operators::kernels
