// One step of an optimizer on one parameter: those that scale each element by
// the size of its gradients, and those that shrink towards zero.
#pragma once

#include "paddle/operators/optimizer/optimizer_loop.h"

namespace paddle::operators::kernels {

// What the steps compute stands at each; T is float or double.

// moment += grad^2; param -= rate * grad / (sqrt(moment) + epsilon). Lazy or
// not makes no difference. (Duchi et al., "Adaptive subgradient methods",
// 2011.)
template <typename T>
void AdagradStep(const ParamStep<T>& step, double epsilon,
                 const Updated& moment);

// The same with moment = decay * moment + (1 - decay) * grad^2.
template <typename T>
void DecayedAdagradStep(const ParamStep<T>& step, double decay, double epsilon,
                        const Updated& moment);

// squares = rho * squares + (1 - rho) * grad^2,
// delta = grad * sqrt((updates + epsilon) / (squares + epsilon)),
// updates = rho * updates + (1 - rho) * delta^2, param -= rate * delta.
// (Zeiler, "ADADELTA", 2012, where rate is 1.)
template <typename T>
void AdadeltaStep(const ParamStep<T>& step, double rho, double epsilon,
                  const Updated& squares, const Updated& updates);

struct RmsPropSettings {
  double decay;
  double epsilon;
  double momentum;
};

// squares = decay * squares + (1 - decay) * grad^2,
// velocity = momentum * velocity + grad / (sqrt(squares) + epsilon),
// param -= rate * velocity. (Tieleman and Hinton, lecture 6.5, 2012.) Centered
// (Graves, "Generating sequences", 2013), with mean = decay * mean + (1 -
// decay)
// * grad, the root is that of squares - mean^2.
template <typename T>
void RmsPropStep(const ParamStep<T>& step, const RmsPropSettings& settings,
                 const Updated& squares, const Updated& velocity);
template <typename T>
void CenteredRmsPropStep(const ParamStep<T>& step,
                         const RmsPropSettings& settings,
                         const Updated& squares, const Updated& velocity,
                         const Updated& mean);

struct AdamaxSettings {
  double beta1;
  double beta2;
  double epsilon;
};

// m = beta1 * m + (1 - beta1) * grad, norm = max(beta2 * norm, |grad| +
// epsilon), param -= rate / (1 - power1) * m / norm. (Kingma and Ba, "Adam",
// 2015, section 7.1.) `power1` is beta1^t in step t = 1, 2, ....
template <typename T>
void AdamaxStep(const ParamStep<T>& step, const AdamaxSettings& settings,
                const T* power1, const Updated& m, const Updated& norm);

struct FtrlSettings {
  double l1;
  double l2;
  double lr_power;  // at most 0
};

// With s = squares + grad^2 and root(x) = x^-lr_power / rate:
// linear += grad - (root(s) - root(squares)) * param, squares = s, param = 0
// where |linear| <= l1, else (sign(linear) * l1 - linear) / (root(s) + 2 * l2).
// (McMahan et al., "Ad click prediction", 2013.) InvalidArgument for a rate of
// 0, by which it divides (on a GPU, some number).
template <typename T>
void FtrlStep(const ParamStep<T>& step, const FtrlSettings& settings,
              const Updated& squares, const Updated& linear);

// q = param - rate * grad, param = sign(q) * max(|q| - rate * l1, 0) /
// (1 + rate * l2). (Duchi and Singer, "Efficient online and batch learning
// using forward backward splitting", 2009.)
template <typename T>
void ProximalGdStep(const ParamStep<T>& step, double l1, double l2);

// moment += grad^2, and the same with grad / sqrt(moment) (0 where the gradient
// has always been 0) for grad.
template <typename T>
void ProximalAdagradStep(const ParamStep<T>& step, double l1, double l2,
                         const Updated& moment);

}  // namespace paddle::operators::kernels
