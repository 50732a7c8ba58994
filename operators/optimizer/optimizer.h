// One step of an optimizer on one parameter: gradient descent, with momentum,
// and the family of Adam.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/optimizer/optimizer_adam.h"
#include "paddle/operators/optimizer/optimizer_loop.h"

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

// sum += grad, or, if `count` is 0, sum = grad, whatever sum was.
template <typename T>
void AccumulateGradient(const platform::DeviceContext& context,
                        const ParamGrad<T>& grad, const int64_t* count,
                        const Updated& sum);

// average = (1 - weight) * average + weight * x, of one shape.
template <typename T>
void MovingAverage(const platform::DeviceContext& context,
                   const framework::Tensor& x, const T* weight,
                   const Updated& average);

// As AdamCoefficients says. Weights: AdamWeights<T>, NAdamWeights<T>,
// RAdamWeights<T> or MomentWeights, which have the rate that counts.
template <typename T, typename Weights>
void AdamStep(const ParamStep<T>& step, const Weights& weights,
              const Updated& m, const Updated& v);

// You et al., "Large batch optimization for deep learning", 2020: the direction
// r = m' / (sqrt(v') + epsilon) + decay * param, of Adam with weight decay, is
// followed by rate * |param| / |r| (1 instead of the ratio where a norm is 0).
// The rate is that of the step; the decay, that of `weights`. The gradient may
// stand in the same workspace.
template <typename T>
void LambStep(const ParamStep<T>& step, const AdamWeights<T>& weights,
              Workspace workspace, const Updated& m, const Updated& v);

// What follows the moments in its twin for GPUs.
template <typename T>
void FollowLambOnCUDA(const ParamStep<T>& step, const AdamWeights<T>& weights,
                      Workspace workspace, const Updated& m, const Updated& v);

// Numbers from step to step, in memory of the context's place; out may be in.

// out = in * factor
template <typename T>
void ScaleNumber(const platform::DeviceContext& context, const T* in,
                 double factor, T* out);
// out = in + 1
template <typename T>
void CountStep(const platform::DeviceContext& context, const T* in, T* out);
// out = weights.Product()
template <typename T>
void AdvanceProduct(const platform::DeviceContext& context,
                    const NAdamWeights<T>& weights, T* out);

// The twins of these for GPUs.
template <typename T>
void ScaleNumberOnCUDA(const platform::DeviceContext& context, const T* in,
                       double factor, T* out);
template <typename T>
void CountStepOnCUDA(const platform::DeviceContext& context, const T* in,
                     T* out);
template <typename T>
void AdvanceProductOnCUDA(const platform::DeviceContext& context,
                          const NAdamWeights<T>& weights, T* out);

}  // namespace paddle::operators::kernels
