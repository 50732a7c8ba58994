// What the steps of optimizer.h do to one element, marked for GPUs; see
// UpdateParam.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/optimizer/optimizer_adam.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

template <typename T>
struct SgdRule {
  const T* rate_at;
  T rate = 0;

  PADDLE_HOST_DEVICE void Prepare() { rate = *rate_at; }
  PADDLE_HOST_DEVICE T operator()(T p, T g) const { return p - rate * g; }
};

template <typename T>
struct MomentumRule {
  const T* rate_at;
  T decay;
  bool nesterov;
  // The step is a * gradient + b * new velocity.
  T a = 0, b = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    a = nesterov ? *rate_at : T(0);
    b = nesterov ? *rate_at * decay : *rate_at;
  }
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& v) const {
    v = decay * v + g;
    return p - (a * g + b * v);
  }
};

template <typename T>
struct AccumulateRule {
  const int64_t* count_at;
  bool first = false;

  PADDLE_HOST_DEVICE void Prepare() { first = *count_at == 0; }
  PADDLE_HOST_DEVICE T operator()(T sum, T g) const {
    return first ? g : sum + g;
  }
};

template <typename T>
struct AverageRule {
  const T* weight_at;
  T part = 0, rest = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    part = *weight_at;
    rest = static_cast<T>(1 - static_cast<double>(*weight_at));
  }
  PADDLE_HOST_DEVICE T operator()(T mean, T now) const {
    return rest * mean + part * now;
  }
};

// Weights: gives the AdamCoefficients; see optimizer_adam.h.
template <typename T, typename Weights>
struct AdamLikeRule {
  Weights weights;
  T beta1 = 0, rest1 = 0, beta2 = 0, rest2 = 0, epsilon = 0;
  T keep = 0, m_weight = 0, grad_weight = 0, root_weight = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    const AdamCoefficients of = weights();
    beta1 = static_cast<T>(of.beta1);
    rest1 = static_cast<T>(1 - of.beta1);
    beta2 = static_cast<T>(of.beta2);
    rest2 = static_cast<T>(1 - of.beta2);
    epsilon = static_cast<T>(of.epsilon);
    keep = static_cast<T>(of.keep);
    m_weight = static_cast<T>(of.m_weight);
    grad_weight = static_cast<T>(of.grad_weight);
    root_weight = static_cast<T>(of.root_weight);
  }
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& mean, T& square) const {
    mean = beta1 * mean + rest1 * g;
    square = beta2 * square + rest2 * g * g;
    return keep * p - (m_weight * mean + grad_weight * g) /
                          (root_weight * std::sqrt(square) + epsilon);
  }
};

// The direction r of LambStep.
template <typename T>
struct LambDirection {
  T m_weight, root_weight, epsilon, decay;

  PADDLE_HOST_DEVICE T operator()(T param, T mean, T square) const {
    return m_weight * mean / (root_weight * std::sqrt(square) + epsilon) +
           decay * param;
  }
};

template <typename T>
PADDLE_HOST_DEVICE LambDirection<T> DirectionOf(const AdamWeights<T>& weights) {
  const AdamCoefficients of = weights.At(1);
  return {static_cast<T>(of.m_weight), static_cast<T>(of.root_weight),
          static_cast<T>(of.epsilon), static_cast<T>(weights.decay)};
}

// The size of a step along it, given the squares of both norms.
template <typename T>
PADDLE_HOST_DEVICE T LambRate(T rate, double param, double direction) {
  const double ratio =
      param > 0 && direction > 0 ? std::sqrt(param / direction) : 1;
  return static_cast<T>(static_cast<double>(rate) * ratio);
}

}  // namespace paddle::operators::kernels
