// The coefficients of the family of Adam, from numbers that change from step to
// step. Marked for GPUs: there, the numbers lie in their memory.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

struct AdamSettings {
  double beta1;
  double beta2;
  double epsilon;
  bool epsilon_hat = false;  // see AdamWeights
};

// m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2,
// param = keep * param - (m_weight * m + grad_weight * grad) /
// (root_weight * sqrt(v) + epsilon).
struct AdamCoefficients {
  double beta1;
  double beta2;
  double epsilon;
  double keep = 1;
  double m_weight = 0;
  double grad_weight = 0;
  double root_weight = 1;
};

// Below, operator() gives the coefficients of one step. T is float or double.

// Kingma and Ba, "Adam", 2015, algorithm 1: param -= rate * m' / (sqrt(v') +
// epsilon), where m' and v' are m and v without their bias towards zero; with
// `epsilon_hat` the end of section 2: param -= rate * sqrt(1 - power2) /
// (1 - power1) * m / (sqrt(v) + epsilon).
// `power1` and `power2` are beta1^t and beta2^t in step t = 1, 2, ...; `decay`
// is Loshchilov and Hutter's, "Decoupled weight decay regularization", 2019:
// param is scaled by 1 - rate * decay first.
template <typename T>
struct AdamWeights {
  AdamSettings settings;
  const T* rate;
  const T* power1;
  const T* power2;
  double decay = 0;

  PADDLE_HOST_DEVICE AdamCoefficients operator()() const { return At(*rate); }
  PADDLE_HOST_DEVICE AdamCoefficients At(double step_rate) const {
    const double unbias2 = std::sqrt(1 - static_cast<double>(*power2));
    AdamCoefficients of{settings.beta1, settings.beta2, settings.epsilon};
    of.keep = 1 - step_rate * decay;
    of.m_weight = step_rate / (1 - static_cast<double>(*power1));
    if (settings.epsilon_hat) {
      of.m_weight *= unbias2;
    } else {
      of.root_weight = 1 / unbias2;
    }
    return of;
  }
};

// Dozat, "Incorporating Nesterov momentum into Adam", 2016, in step t =
// steps + 1. The momentum beta1 * (1 - 0.96^(t * momentum_decay) / 2) warms up;
// `product` is that of the steps before.
template <typename T>
struct NAdamWeights {
  AdamSettings settings;
  const T* rate;
  const T* steps;
  const T* product;
  double momentum_decay;

  PADDLE_HOST_DEVICE double Momentum(double t) const {
    const double warm_up = std::pow(0.96, t * momentum_decay);
    return settings.beta1 * (1 - 0.5 * warm_up);
  }
  // With that of this step.
  PADDLE_HOST_DEVICE double Product() const {
    return static_cast<double>(*product) * Momentum(*steps + 1.0);
  }
  PADDLE_HOST_DEVICE AdamCoefficients operator()() const {
    const double t = *steps + 1.0;
    const double now = Momentum(t), next = Momentum(t + 1);
    const double all = Product();
    AdamCoefficients of{settings.beta1, settings.beta2, settings.epsilon};
    of.grad_weight = *rate * (1 - now) / (1 - all);
    of.m_weight = *rate * next / (1 - all * next);
    of.root_weight = 1 / std::sqrt(1 - std::pow(settings.beta2, t));
    return of;
  }
};

// Liu et al., "On the variance of the adaptive learning rate and beyond", 2020,
// in step steps + 1: while the variance of the rate is unknown, momentum alone.
template <typename T>
struct RAdamWeights {
  AdamSettings settings;
  const T* rate;
  const T* steps;

  PADDLE_HOST_DEVICE AdamCoefficients operator()() const {
    const double t = *steps + 1.0;
    AdamCoefficients of{settings.beta1, settings.beta2, settings.epsilon};
    of.m_weight = *rate / (1 - std::pow(settings.beta1, t));
    const double power2 = std::pow(settings.beta2, t);
    const double limit = 2 / (1 - settings.beta2) - 1;
    const double length = limit - 2 * t * power2 / (1 - power2);
    if (length <= 5) {  // momentum alone: the denominator is 1
      of.root_weight = 0;
      of.epsilon = 1;
      return of;
    }
    of.m_weight *= std::sqrt((1 - power2) * (length - 4) * (length - 2) *
                             limit / ((limit - 4) * (limit - 2) * length));
    return of;
  }
};

// The moments alone: the parameter stays.
struct MomentWeights {
  AdamSettings settings;

  PADDLE_HOST_DEVICE AdamCoefficients operator()() const {
    return {settings.beta1, settings.beta2, 1};
  }
};

}  // namespace paddle::operators::kernels
