// What the steps of optimizer_adaptive.h do to one element, marked for GPUs;
// see UpdateParam.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// What all of them prepare.
template <typename T>
struct RateRule {
  const T* rate_at;
  T rate = 0;
  PADDLE_HOST_DEVICE void Prepare() { rate = *rate_at; }
};

template <typename T>
struct AdagradRule : RateRule<T> {
  AdagradRule(const T* rate_at, double epsilon)
      : RateRule<T>{rate_at}, eps(static_cast<T>(epsilon)) {}
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
    m += g * g;
    return p - this->rate * g / (std::sqrt(m) + eps);
  }
  T eps;
};

// decay and 1 - decay of a running mean, and epsilon.
template <typename T>
struct MeanRule : RateRule<T> {
  MeanRule(const T* rate_at, double decay, double epsilon)
      : RateRule<T>{rate_at},
        keep(static_cast<T>(decay)),
        rest(static_cast<T>(1 - decay)),
        eps(static_cast<T>(epsilon)) {}
  T keep, rest, eps;
};

template <typename T>
struct DecayedAdagradRule : MeanRule<T> {
  using MeanRule<T>::MeanRule;
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
    m = this->keep * m + this->rest * g * g;
    return p - this->rate * g / (std::sqrt(m) + this->eps);
  }
};

template <typename T>
struct AdadeltaRule : MeanRule<T> {
  using MeanRule<T>::MeanRule;
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& update) const {
    square = this->keep * square + this->rest * g * g;
    const T delta = g * std::sqrt((update + this->eps) / (square + this->eps));
    update = this->keep * update + this->rest * delta * delta;
    return p - this->rate * delta;
  }
};

template <typename T>
struct RmsPropRule : MeanRule<T> {
  RmsPropRule(const T* rate_at, const RmsPropSettings& settings)
      : MeanRule<T>(rate_at, settings.decay, settings.epsilon),
        momentum(static_cast<T>(settings.momentum)) {}
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v) const {
    square = this->keep * square + this->rest * g * g;
    v = momentum * v + g / (std::sqrt(square) + this->eps);
    return p - this->rate * v;
  }
  T momentum;
};

template <typename T>
struct CenteredRmsPropRule : RmsPropRule<T> {
  using RmsPropRule<T>::RmsPropRule;
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v, T& m) const {
    square = this->keep * square + this->rest * g * g;
    m = this->keep * m + this->rest * g;
    // Rounding may make it negative.
    const T variance = std::max(square - m * m, T(0));
    v = this->momentum * v + g / (std::sqrt(variance) + this->eps);
    return p - this->rate * v;
  }
};

template <typename T>
struct AdamaxRule {
  AdamaxRule(const T* rate_at, const T* power_at,
             const AdamaxSettings& settings)
      : rate_at(rate_at),
        power_at(power_at),
        beta1(static_cast<T>(settings.beta1)),
        rest1(static_cast<T>(1 - settings.beta1)),
        beta2(static_cast<T>(settings.beta2)),
        eps(static_cast<T>(settings.epsilon)) {}
  PADDLE_HOST_DEVICE void Prepare() {
    rate = static_cast<T>(*rate_at / (1 - static_cast<double>(*power_at)));
  }
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& mean, T& largest) const {
    mean = beta1 * mean + rest1 * g;
    largest = std::max(beta2 * largest, std::abs(g) + eps);
    return p - rate * mean / largest;
  }
  const T* rate_at;
  const T* power_at;
  T beta1, rest1, beta2, eps;
  T rate = 0;
};

// sign(x) * max(|x| - threshold, 0)
template <typename T>
PADDLE_HOST_DEVICE T SoftThreshold(T x, T threshold) {
  return x - std::max(std::min(x, threshold), -threshold);
}

// x^0.5 and other powers.
struct HalfPower {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T x) const {
    return std::sqrt(x);
  }
};
template <typename T>
struct AnyPower {
  T power;
  PADDLE_HOST_DEVICE T operator()(T x) const { return std::pow(x, power); }
};

template <typename T, typename Power>
struct FtrlRule {
  FtrlRule(const T* rate_at, const FtrlSettings& settings, const Power& power)
      : rate_at(rate_at),
        power(power),
        l1(static_cast<T>(settings.l1)),
        l2(static_cast<T>(2 * settings.l2)) {}
  PADDLE_HOST_DEVICE void Prepare() {
    const double rate = *rate_at;
    PADDLE_ENFORCE_ON_HOST(rate > 0, InvalidArgument,
                           "ftrl divides by the learning rate, which is ",
                           rate);
    inverse = static_cast<T>(1 / rate);
  }
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& z) const {
    const T before = power(square) * inverse;
    square += g * g;
    const T after = power(square) * inverse;
    z += g - (after - before) * p;
    const T excess = SoftThreshold(z, l1);
    // Without gradient so far the denominator may be 0; so is the excess.
    const T denominator = after + l2;
    return -excess / (denominator > T(0) ? denominator : T(1));
  }
  const T* rate_at;
  Power power;
  T l1, l2;
  T inverse = 0;
};

template <typename T>
struct ProximalGdRule {
  const T* rate_at;
  double l1, l2;
  T rate = 0, threshold = 0, shrink = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    rate = *rate_at;
    threshold = static_cast<T>(*rate_at * l1);
    shrink = static_cast<T>(1 / (1 + *rate_at * l2));
  }
  PADDLE_HOST_DEVICE T operator()(T p, T g) const {
    return SoftThreshold(p - rate * g, threshold) * shrink;
  }
};

template <typename T>
struct ProximalAdagradRule : ProximalGdRule<T> {
  ProximalAdagradRule(const T* rate_at, double l1, double l2)
      : ProximalGdRule<T>{rate_at, l1, l2} {}
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
    m += g * g;
    const T scaled = this->rate * g / std::sqrt(m > T(0) ? m : T(1));
    return SoftThreshold(p - scaled, this->threshold) * this->shrink;
  }
};

}  // namespace paddle::operators::kernels
