#include "paddle/operators/kernels/optimizer_adaptive.h"

#include <algorithm>
#include <cmath>

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

template <typename T>
void AdagradStep(const ParamStep<T>& step, double epsilon,
                 const Updated& moment) {
  ParamStep<T> lazily = step;
  lazily.grad.lazy = true;
  const T rate = static_cast<T>(step.rate);
  const T eps = static_cast<T>(epsilon);
  UpdateParam(
      lazily,
      [=](T p, T g, T& m) {
        m += g * g;
        return p - rate * g / (std::sqrt(m) + eps);
      },
      moment);
}

template <typename T>
void DecayedAdagradStep(const ParamStep<T>& step, double decay, double epsilon,
                        const Updated& moment) {
  const T keep = static_cast<T>(decay);
  const T rest = static_cast<T>(1 - decay);
  const T rate = static_cast<T>(step.rate);
  const T eps = static_cast<T>(epsilon);
  UpdateParam(
      step,
      [=](T p, T g, T& m) {
        m = keep * m + rest * g * g;
        return p - rate * g / (std::sqrt(m) + eps);
      },
      moment);
}

template <typename T>
void AdadeltaStep(const ParamStep<T>& step, double rho, double epsilon,
                  const Updated& squares, const Updated& updates) {
  const T keep = static_cast<T>(rho);
  const T rest = static_cast<T>(1 - rho);
  const T rate = static_cast<T>(step.rate);
  const T eps = static_cast<T>(epsilon);
  UpdateParam(
      step,
      [=](T p, T g, T& square, T& update) {
        square = keep * square + rest * g * g;
        const T delta = g * std::sqrt((update + eps) / (square + eps));
        update = keep * update + rest * delta * delta;
        return p - rate * delta;
      },
      squares, updates);
}

template <typename T>
void RmsPropStep(const ParamStep<T>& step, const RmsPropSettings& settings,
                 const Updated& squares, const Updated& velocity) {
  const T keep = static_cast<T>(settings.decay);
  const T rest = static_cast<T>(1 - settings.decay);
  const T momentum = static_cast<T>(settings.momentum);
  const T rate = static_cast<T>(step.rate);
  const T eps = static_cast<T>(settings.epsilon);
  UpdateParam(
      step,
      [=](T p, T g, T& square, T& v) {
        square = keep * square + rest * g * g;
        v = momentum * v + g / (std::sqrt(square) + eps);
        return p - rate * v;
      },
      squares, velocity);
}

template <typename T>
void CenteredRmsPropStep(const ParamStep<T>& step,
                         const RmsPropSettings& settings,
                         const Updated& squares, const Updated& velocity,
                         const Updated& mean) {
  const T keep = static_cast<T>(settings.decay);
  const T rest = static_cast<T>(1 - settings.decay);
  const T momentum = static_cast<T>(settings.momentum);
  const T rate = static_cast<T>(step.rate);
  const T eps = static_cast<T>(settings.epsilon);
  UpdateParam(
      step,
      [=](T p, T g, T& square, T& v, T& m) {
        square = keep * square + rest * g * g;
        m = keep * m + rest * g;
        // Rounding may make it negative.
        const T variance = std::max(square - m * m, T(0));
        v = momentum * v + g / (std::sqrt(variance) + eps);
        return p - rate * v;
      },
      squares, velocity, mean);
}

template <typename T>
void AdamaxStep(const ParamStep<T>& step, const AdamaxSettings& settings,
                const Updated& m, const Updated& norm) {
  const T beta1 = static_cast<T>(settings.beta1);
  const T rest1 = static_cast<T>(1 - settings.beta1);
  const T beta2 = static_cast<T>(settings.beta2);
  const T eps = static_cast<T>(settings.epsilon);
  const T rate = static_cast<T>(step.rate / (1 - settings.power1));
  UpdateParam(
      step,
      [=](T p, T g, T& mean, T& largest) {
        mean = beta1 * mean + rest1 * g;
        largest = std::max(beta2 * largest, std::abs(g) + eps);
        return p - rate * mean / largest;
      },
      m, norm);
}

namespace {

// sign(x) * max(|x| - threshold, 0)
template <typename T>
T SoftThreshold(T x, T threshold) {
  return x - std::max(std::min(x, threshold), -threshold);
}

// root(x) = x^power / rate
template <typename T, typename Root>
void FtrlUpdate(const ParamStep<T>& step, const FtrlSettings& settings,
                const Updated& squares, const Updated& linear,
                const Root& root) {
  const T l1 = static_cast<T>(settings.l1);
  const T l2 = static_cast<T>(2 * settings.l2);
  UpdateParam(
      step,
      [=](T p, T g, T& square, T& z) {
        const T before = root(square);
        square += g * g;
        const T after = root(square);
        z += g - (after - before) * p;
        const T excess = SoftThreshold(z, l1);
        // Without gradient so far the denominator may be 0; so is the excess.
        const T denominator = after + l2;
        return -excess / (denominator > T(0) ? denominator : T(1));
      },
      squares, linear);
}

}  // namespace

template <typename T>
void FtrlStep(const ParamStep<T>& step, const FtrlSettings& settings,
              const Updated& squares, const Updated& linear) {
  PADDLE_ENFORCE(step.rate > 0, InvalidArgument,
                 "ftrl divides by the learning rate, which is ", step.rate);
  const T inverse = static_cast<T>(1 / step.rate);
  const T power = static_cast<T>(-settings.lr_power);
  if (power == T(0.5)) {
    FtrlUpdate(step, settings, squares, linear,
               [=](T x) { return std::sqrt(x) * inverse; });
  } else {
    FtrlUpdate(step, settings, squares, linear,
               [=](T x) { return std::pow(x, power) * inverse; });
  }
}

template <typename T>
void ProximalGdStep(const ParamStep<T>& step, double l1, double l2) {
  const T rate = static_cast<T>(step.rate);
  const T threshold = static_cast<T>(step.rate * l1);
  const T shrink = static_cast<T>(1 / (1 + step.rate * l2));
  UpdateParam(step, [=](T p, T g) {
    return SoftThreshold(p - rate * g, threshold) * shrink;
  });
}

template <typename T>
void ProximalAdagradStep(const ParamStep<T>& step, double l1, double l2,
                         const Updated& moment) {
  const T rate = static_cast<T>(step.rate);
  const T threshold = static_cast<T>(step.rate * l1);
  const T shrink = static_cast<T>(1 / (1 + step.rate * l2));
  UpdateParam(
      step,
      [=](T p, T g, T& m) {
        m += g * g;
        const T scaled = rate * g / std::sqrt(m > T(0) ? m : T(1));
        return SoftThreshold(p - scaled, threshold) * shrink;
      },
      moment);
}

#define PADDLE_INSTANTIATE_OPTIMIZERS_(T)                                      \
  template void AdagradStep<T>(const ParamStep<T>&, double, const Updated&);   \
  template void DecayedAdagradStep<T>(const ParamStep<T>&, double, double,     \
                                      const Updated&);                         \
  template void AdadeltaStep<T>(const ParamStep<T>&, double, double,           \
                                const Updated&, const Updated&);               \
  template void RmsPropStep<T>(const ParamStep<T>&, const RmsPropSettings&,    \
                               const Updated&, const Updated&);                \
  template void CenteredRmsPropStep<T>(const ParamStep<T>&,                    \
                                       const RmsPropSettings&, const Updated&, \
                                       const Updated&, const Updated&);        \
  template void AdamaxStep<T>(const ParamStep<T>&, const AdamaxSettings&,      \
                              const Updated&, const Updated&);                 \
  template void FtrlStep<T>(const ParamStep<T>&, const FtrlSettings&,          \
                            const Updated&, const Updated&);                   \
  template void ProximalGdStep<T>(const ParamStep<T>&, double, double);        \
  template void ProximalAdagradStep<T>(const ParamStep<T>&, double, double,    \
                                       const Updated&);
PADDLE_INSTANTIATE_OPTIMIZERS_(float)
PADDLE_INSTANTIATE_OPTIMIZERS_(double)

}  // namespace paddle::operators::kernels
