#include "paddle/operators/optimizer/optimizer.h"

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/optimizer/optimizer_rules.h"
#include "paddle/operators/optimizer/sum_over.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

template <typename T>
void SgdStep(const ParamStep<T>& step) {
  ParamStep<T> lazily = step;
  lazily.grad.lazy = true;
  UpdateParam(lazily, SgdRule<T>{step.rate});
}

template <typename T>
void MomentumStep(const ParamStep<T>& step, double mu, bool nesterov,
                  const Updated& velocity) {
  const MomentumRule<T> rule{step.rate, static_cast<T>(mu), nesterov};
  UpdateParam(step, rule, velocity);
}

template <typename T>
void AccumulateGradient(const platform::DeviceContext& context,
                        const ParamGrad<T>& grad, const int64_t* count,
                        const Updated& sum) {
  const ParamStep<T> step = {context, grad, nullptr, sum};
  UpdateParam(step, AccumulateRule<T>{count});
}

template <typename T>
void MovingAverage(const platform::DeviceContext& context,
                   const framework::Tensor& x, const T* weight,
                   const Updated& average) {
  ParamGrad<T> grad;
  grad.dense = x.data<T>();
  const ParamStep<T> step = {context, grad, nullptr, average};
  UpdateParam(step, AverageRule<T>{weight});
}

template <typename T, typename Weights>
void AdamStep(const ParamStep<T>& step, const Weights& weights,
              const Updated& m, const Updated& v) {
  UpdateParam(step, AdamLikeRule<T, Weights>{weights}, m, v);
}

template <typename T>
void LambStep(const ParamStep<T>& step, const AdamWeights<T>& weights,
              Workspace workspace, const Updated& m, const Updated& v) {
  // The moments first; the parameter waits for the norms.
  AdamStep(step, MomentWeights{weights.settings}, m, v);
  PADDLE_ON_CUDA(step.context,
                 FollowLambOnCUDA(step, weights, workspace, m, v));
  static_cast<void>(workspace);
  const LambDirection<T> direction = DirectionOf(weights);
  const T* mean = m.out->data<T>();
  const T* square = v.out->data<T>();
  T* param = step.param.out->template mutable_data<T>();
  const int64_t size = step.param.out->numel();
  const auto along = [=](int64_t i) {
    return direction(param[i], mean[i], square[i]);
  };
  const double from = SumOver(size, [=](int64_t i) {
    return static_cast<double>(param[i]) * param[i];
  });
  const double by = SumOver(size, [=](int64_t i) {
    const double r = along(i);
    return r * r;
  });
  const T rate = LambRate(*step.rate, from, by);
  platform::ParallelFor(size, internal::kOptimizerGrain,
                        [=](int64_t begin, int64_t end) {
                          AssignRun(end - begin, param + begin, [=](int64_t j) {
                            return param[begin + j] - rate * along(begin + j);
                          });
                        });
}

template <typename T>
void ScaleNumber(const platform::DeviceContext& context, const T* in,
                 double factor, T* out) {
  PADDLE_ON_CUDA(context, ScaleNumberOnCUDA(context, in, factor, out));
  EnforceOnCPU(context, "the step of an optimizer");
  *out = static_cast<T>(static_cast<double>(*in) * factor);
}

template <typename T>
void CountStep(const platform::DeviceContext& context, const T* in, T* out) {
  PADDLE_ON_CUDA(context, CountStepOnCUDA(context, in, out));
  EnforceOnCPU(context, "the step of an optimizer");
  *out = *in + T(1);
}

template <typename T>
void AdvanceProduct(const platform::DeviceContext& context,
                    const NAdamWeights<T>& weights, T* out) {
  PADDLE_ON_CUDA(context, AdvanceProductOnCUDA(context, weights, out));
  EnforceOnCPU(context, "the step of an optimizer");
  *out = static_cast<T>(weights.Product());
}

#define PADDLE_INSTANTIATE_ADAM_(T, Weights)                     \
  template void AdamStep<T>(const ParamStep<T>&, const Weights&, \
                            const Updated&, const Updated&);
#define PADDLE_INSTANTIATE_OPTIMIZERS_(T)                                   \
  template void SgdStep<T>(const ParamStep<T>&);                            \
  template void MomentumStep<T>(const ParamStep<T>&, double, bool,          \
                                const Updated&);                            \
  template void AccumulateGradient<T>(const platform::DeviceContext&,       \
                                      const ParamGrad<T>&, const int64_t*,  \
                                      const Updated&);                      \
  template void MovingAverage<T>(const platform::DeviceContext&,            \
                                 const framework::Tensor&, const T*,        \
                                 const Updated&);                           \
  PADDLE_INSTANTIATE_ADAM_(T, AdamWeights<T>)                               \
  PADDLE_INSTANTIATE_ADAM_(T, NAdamWeights<T>)                              \
  PADDLE_INSTANTIATE_ADAM_(T, RAdamWeights<T>)                              \
  template void LambStep<T>(const ParamStep<T>&, const AdamWeights<T>&,     \
                            Workspace, const Updated&, const Updated&);     \
  template void ScaleNumber<T>(const platform::DeviceContext&, const T*,    \
                               double, T*);                                 \
  template void CountStep<T>(const platform::DeviceContext&, const T*, T*); \
  template void AdvanceProduct<T>(const platform::DeviceContext&,           \
                                  const NAdamWeights<T>&, T*);
PADDLE_INSTANTIATE_OPTIMIZERS_(float)
PADDLE_INSTANTIATE_OPTIMIZERS_(double)

}  // namespace paddle::operators::kernels
