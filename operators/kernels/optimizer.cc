#include "paddle/operators/kernels/optimizer.h"

#include <cmath>

#include "paddle/operators/kernels/sum_over.h"

namespace paddle::operators::kernels {

template <typename T>
void SgdStep(const ParamStep<T>& step) {
  ParamStep<T> lazily = step;
  lazily.grad.lazy = true;
  const T rate = static_cast<T>(step.rate);
  UpdateParam(lazily, [=](T p, T g) { return p - rate * g; });
}

template <typename T>
void MomentumStep(const ParamStep<T>& step, double mu, bool nesterov,
                  const Updated& velocity) {
  const T decay = static_cast<T>(mu);
  const T rate = static_cast<T>(step.rate);
  // The step is a * gradient + b * new velocity.
  const T a = nesterov ? rate : T(0);
  const T b = nesterov ? rate * decay : rate;
  UpdateParam(
      step,
      [=](T p, T g, T& v) {
        v = decay * v + g;
        return p - (a * g + b * v);
      },
      velocity);
}

template <typename T>
void AccumulateGradient(const platform::DeviceContext& context,
                        const ParamGrad<T>& grad, bool first,
                        const Updated& sum) {
  const ParamStep<T> step = {context, grad, 0, sum};
  if (first) {
    UpdateParam(step, [](T, T g) { return g; });
  } else {
    UpdateParam(step, [](T s, T g) { return s + g; });
  }
}

template <typename T>
void MovingAverage(const platform::DeviceContext& context,
                   const framework::Tensor& x, double weight,
                   const Updated& average) {
  ParamGrad<T> grad;
  grad.dense = x.data<T>();
  const T part = static_cast<T>(weight);
  const T rest = static_cast<T>(1 - weight);
  UpdateParam(ParamStep<T>{context, grad, 0, average},
              [=](T mean, T now) { return rest * mean + part * now; });
}

AdamRule AdamOf(const AdamSettings& settings, double rate, double power1,
                double power2, double decay) {
  AdamRule rule{settings.beta1, settings.beta2, settings.epsilon};
  rule.keep = 1 - rate * decay;
  rule.m_weight = rate / (1 - power1);
  rule.root_weight = 1 / std::sqrt(1 - power2);
  return rule;
}

AdamRule NAdamOf(const AdamSettings& settings, double rate, double t,
                 double momentum_decay, double* momentum_product) {
  const auto momentum = [&](double step) {
    const double warm_up = std::pow(0.96, step * momentum_decay);
    return settings.beta1 * (1 - 0.5 * warm_up);
  };
  const double now = momentum(t), next = momentum(t + 1);
  *momentum_product *= now;
  AdamRule rule{settings.beta1, settings.beta2, settings.epsilon};
  rule.grad_weight = rate * (1 - now) / (1 - *momentum_product);
  rule.m_weight = rate * next / (1 - *momentum_product * next);
  rule.root_weight = 1 / std::sqrt(1 - std::pow(settings.beta2, t));
  return rule;
}

AdamRule RAdamOf(const AdamSettings& settings, double rate, double t) {
  AdamRule rule{settings.beta1, settings.beta2, settings.epsilon};
  rule.m_weight = rate / (1 - std::pow(settings.beta1, t));
  const double power2 = std::pow(settings.beta2, t);
  const double limit = 2 / (1 - settings.beta2) - 1;
  const double length = limit - 2 * t * power2 / (1 - power2);
  if (length <= 5) {  // momentum alone: the denominator is 1
    rule.root_weight = 0;
    rule.epsilon = 1;
    return rule;
  }
  rule.m_weight *= std::sqrt((1 - power2) * (length - 4) * (length - 2) *
                             limit / ((limit - 4) * (limit - 2) * length));
  return rule;
}

template <typename T>
void AdamStep(const ParamStep<T>& step, const AdamRule& rule, const Updated& m,
              const Updated& v) {
  const T beta1 = static_cast<T>(rule.beta1);
  const T beta2 = static_cast<T>(rule.beta2);
  const T rest1 = static_cast<T>(1 - rule.beta1);
  const T rest2 = static_cast<T>(1 - rule.beta2);
  const T epsilon = static_cast<T>(rule.epsilon);
  const T keep = static_cast<T>(rule.keep);
  const T m_weight = static_cast<T>(rule.m_weight);
  const T grad_weight = static_cast<T>(rule.grad_weight);
  const T root_weight = static_cast<T>(rule.root_weight);
  UpdateParam(
      step,
      [=](T p, T g, T& mean, T& square) {
        mean = beta1 * mean + rest1 * g;
        square = beta2 * square + rest2 * g * g;
        return keep * p - (m_weight * mean + grad_weight * g) /
                              (root_weight * std::sqrt(square) + epsilon);
      },
      m, v);
}

template <typename T>
void LambStep(const ParamStep<T>& step, const AdamSettings& settings,
              double power1, double power2, double decay, const Updated& m,
              const Updated& v) {
  AdamRule rule = AdamOf(settings, 1, power1, power2);
  const T m_weight = static_cast<T>(rule.m_weight);
  const T root_weight = static_cast<T>(rule.root_weight);
  const T epsilon = static_cast<T>(settings.epsilon);
  const T decay_weight = static_cast<T>(decay);
  // The moments first; the parameter waits for the norms, with any denominator.
  rule.m_weight = 0;
  rule.epsilon = 1;
  AdamStep(step, rule, m, v);
  const T* mean = m.out->data<T>();
  const T* square = v.out->data<T>();
  T* param = step.param.out->template mutable_data<T>();
  const int64_t size = step.param.out->numel();
  const auto direction = [=](int64_t i) {
    return m_weight * mean[i] / (root_weight * std::sqrt(square[i]) + epsilon) +
           decay_weight * param[i];
  };
  const double from = SumOver(size, [=](int64_t i) {
    return static_cast<double>(param[i]) * param[i];
  });
  const double by = SumOver(size, [=](int64_t i) {
    const double r = direction(i);
    return r * r;
  });
  const double ratio = from > 0 && by > 0 ? std::sqrt(from / by) : 1;
  const T weight = static_cast<T>(step.rate * ratio);
  platform::ParallelFor(
      size, internal::kOptimizerGrain, [=](int64_t begin, int64_t end) {
        AssignRun(end - begin, param + begin, [=](int64_t j) {
          return param[begin + j] - weight * direction(begin + j);
        });
      });
}

#define PADDLE_INSTANTIATE_OPTIMIZERS_(T)                                     \
  template void SgdStep<T>(const ParamStep<T>&);                              \
  template void MomentumStep<T>(const ParamStep<T>&, double, bool,            \
                                const Updated&);                              \
  template void AccumulateGradient<T>(const platform::DeviceContext&,         \
                                      const ParamGrad<T>&, bool,              \
                                      const Updated&);                        \
  template void MovingAverage<T>(const platform::DeviceContext&,              \
                                 const framework::Tensor&, double,            \
                                 const Updated&);                             \
  template void AdamStep<T>(const ParamStep<T>&, const AdamRule&,             \
                            const Updated&, const Updated&);                  \
  template void LambStep<T>(const ParamStep<T>&, const AdamSettings&, double, \
                            double, double, const Updated&, const Updated&);
PADDLE_INSTANTIATE_OPTIMIZERS_(float)
PADDLE_INSTANTIATE_OPTIMIZERS_(double)

}  // namespace paddle::operators::kernels
