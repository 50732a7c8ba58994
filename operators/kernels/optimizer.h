// One step of an optimizer on one parameter: gradient descent, with momentum,
// and the family of Adam.
#pragma once

#include "paddle/operators/kernels/optimizer_loop.h"

namespace paddle::operators::kernels {

// What the steps compute stands at each; T is float or double.

// param -= rate * grad. Lazy or not makes no difference.
template <typename T>
void SgdStep(const ParamStep<T>& step);

// velocity = mu * velocity + grad, then param -= rate * velocity, or, with
// `nesterov`, param -= rate * (grad + mu * velocity). (Sutskever et al., "On
// the importance of initialization and momentum in deep learning", 2013.)
template <typename T>
void MomentumStep(const ParamStep<T>& step, double mu, bool nesterov,
                  const Updated& velocity);

// sum += grad, or, if it is the first, sum = grad, whatever sum was.
template <typename T>
void AccumulateGradient(const platform::DeviceContext& context,
                        const ParamGrad<T>& grad, bool first,
                        const Updated& sum);

// average = (1 - weight) * average + weight * x, of one shape.
template <typename T>
void MovingAverage(const platform::DeviceContext& context,
                   const framework::Tensor& x, double weight,
                   const Updated& average);

// m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2,
// param = keep * param - (m_weight * m + grad_weight * grad) /
// (root_weight * sqrt(v) + epsilon).
struct AdamRule {
  double beta1;
  double beta2;
  double epsilon;
  double keep = 1;
  double m_weight = 0;
  double grad_weight = 0;
  double root_weight = 1;
};

struct AdamSettings {
  double beta1;
  double beta2;
  double epsilon;
};

// Kingma and Ba, "Adam", 2015, algorithm 1: param -= rate * m' / (sqrt(v') +
// epsilon), where m' and v' are m and v without their bias towards zero.
// `power1` and `power2` are beta1^t and beta2^t in step t = 1, 2, ...; `decay`
// is Loshchilov and Hutter's, "Decoupled weight decay regularization", 2019:
// param is scaled by 1 - rate * decay first.
AdamRule AdamOf(const AdamSettings& settings, double rate, double power1,
                double power2, double decay = 0);

// Dozat, "Incorporating Nesterov momentum into Adam", 2016, in step t. The
// momentum beta1 * (1 - 0.96^(t * momentum_decay) / 2) warms up;
// `momentum_product` is that of the steps before, and becomes that of this
// one, too.
AdamRule NAdamOf(const AdamSettings& settings, double rate, double t,
                 double momentum_decay, double* momentum_product);

// Liu et al., "On the variance of the adaptive learning rate and beyond", 2020,
// in step t: while the variance of the rate is unknown, momentum alone.
AdamRule RAdamOf(const AdamSettings& settings, double rate, double t);

// step.rate is not used: the rule has it.
template <typename T>
void AdamStep(const ParamStep<T>& step, const AdamRule& rule, const Updated& m,
              const Updated& v);

// You et al., "Large batch optimization for deep learning", 2020: the direction
// r = m' / (sqrt(v') + epsilon) + decay * param, of Adam with weight decay, is
// followed by rate * |param| / |r| (1 instead of the ratio where a norm is 0).
template <typename T>
void LambStep(const ParamStep<T>& step, const AdamSettings& settings,
              double power1, double power2, double decay, const Updated& m,
              const Updated& v);

}  // namespace paddle::operators::kernels
