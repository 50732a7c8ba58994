#include "paddle/operators/optimizer/optimizer_adaptive.h"

#include "paddle/operators/optimizer/optimizer_adaptive_rules.h"

namespace paddle::operators::kernels {

template <typename T>
void AdagradStep(const ParamStep<T>& step, double epsilon,
                 const Updated& moment) {
  ParamStep<T> lazily = step;
  lazily.grad.lazy = true;
  UpdateParam(lazily, AdagradRule<T>(step.rate, epsilon), moment);
}

template <typename T>
void DecayedAdagradStep(const ParamStep<T>& step, double decay, double epsilon,
                        const Updated& moment) {
  UpdateParam(step, DecayedAdagradRule<T>(step.rate, decay, epsilon), moment);
}

template <typename T>
void AdadeltaStep(const ParamStep<T>& step, double rho, double epsilon,
                  const Updated& squares, const Updated& updates) {
  UpdateParam(step, AdadeltaRule<T>(step.rate, rho, epsilon), squares, updates);
}

template <typename T>
void RmsPropStep(const ParamStep<T>& step, const RmsPropSettings& settings,
                 const Updated& squares, const Updated& velocity) {
  UpdateParam(step, RmsPropRule<T>(step.rate, settings), squares, velocity);
}

template <typename T>
void CenteredRmsPropStep(const ParamStep<T>& step,
                         const RmsPropSettings& settings,
                         const Updated& squares, const Updated& velocity,
                         const Updated& mean) {
  UpdateParam(step, CenteredRmsPropRule<T>(step.rate, settings), squares,
              velocity, mean);
}

template <typename T>
void AdamaxStep(const ParamStep<T>& step, const AdamaxSettings& settings,
                const T* power1, const Updated& m, const Updated& norm) {
  UpdateParam(step, AdamaxRule<T>(step.rate, power1, settings), m, norm);
}

template <typename T>
void FtrlStep(const ParamStep<T>& step, const FtrlSettings& settings,
              const Updated& squares, const Updated& linear) {
  const T power = static_cast<T>(-settings.lr_power);
  if (power == T(0.5)) {
    const FtrlRule<T, HalfPower> rule(step.rate, settings, HalfPower());
    UpdateParam(step, rule, squares, linear);
  } else {
    const FtrlRule<T, AnyPower<T>> rule(step.rate, settings, {power});
    UpdateParam(step, rule, squares, linear);
  }
}

template <typename T>
void ProximalGdStep(const ParamStep<T>& step, double l1, double l2) {
  UpdateParam(step, ProximalGdRule<T>{step.rate, l1, l2});
}

template <typename T>
void ProximalAdagradStep(const ParamStep<T>& step, double l1, double l2,
                         const Updated& moment) {
  UpdateParam(step, ProximalAdagradRule<T>(step.rate, l1, l2), moment);
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
                              const T*, const Updated&, const Updated&);       \
  template void FtrlStep<T>(const ParamStep<T>&, const FtrlSettings&,          \
                            const Updated&, const Updated&);                   \
  template void ProximalGdStep<T>(const ParamStep<T>&, double, double);        \
  template void ProximalAdagradStep<T>(const ParamStep<T>&, double, double,    \
                                       const Updated&);
PADDLE_INSTANTIATE_OPTIMIZERS_(float)
PADDLE_INSTANTIATE_OPTIMIZERS_(double)

}  // namespace paddle::operators::kernels
