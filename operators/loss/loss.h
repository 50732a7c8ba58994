// Losses that are computed element by element. To add one: a name here, with
// its formula; a rule and the line that instantiates it in loss_rules.h; and an
// operator of this folder that names the slots (element_loss.h). For example,
// the gradient of a Huber loss for its first input:
//
//   LossGrad<CPUDeviceContext, float, LossOp::kHuber>(
//       device, {&residual}, delta, LossScale(), d_out, &d_x, nullptr);
//
// with the residual that Loss has saved.
#pragma once

#include <array>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The losses, each with: its inputs, its parameter p | what it saves | what its
// gradient reads -> the inputs that have gradients. Labels are 0 or 1, unless
// said otherwise.
enum class LossOp {
  // x, label, p: the label that is ignored | | x, label -> x, label
  // log(1 + exp(x)) - label * x
  kSigmoidCrossEntropy,
  // x, y, p > 0 | r = y - x | r -> x, y
  // r^2 / 2 where |r| <= p, else p * (|r| - p / 2)
  kHuber,
  // x, label | z = (2 * label - 1) * x | z, label -> x
  // -4 * z where z < -1, else max(0, 1 - z)^2
  kModifiedHuber,
  // x, label | | x, label -> x
  // max(0, 1 - (2 * label - 1) * x)
  kHinge,
  // x, label, p | | x, label -> x
  // -label * log(x + p) - (1 - label) * log(1 - x + p)
  kLog,
  // a, b, label | | a, b, label -> a, b
  // log(1 + exp(a - b)) - label * (a - b)
  kRank,
  // a, b, label (1 or -1), p | 1 where the loss is not 0 | that, label -> a, b
  // max(0, p - label * (a - b))
  kMarginRank,
  // x, target | | x, target -> x, target
  // target * (log(target) - x), 0 where target is not positive
  kKlDiv,
};

// The inputs of a loss, or of its gradient, in the order above, then null.
using LossInputs = std::array<const framework::Tensor*, 3>;

// The factor of a loss, factor / divisor, where the divisor, which may be null,
// is a number in memory of the place.
struct LossScale {
  // Known when the kernel runs; the divisor need not be.
  double factor = 1;
  const double* divisor = nullptr;
};

// In the functions below, inputs, `saved` and `out` have the same number of
// elements, and share no memory. T: float, double. The loss is a parameter of
// the template: each has a loop of its own, without a branch.

// Computes out = scale * loss. `saved` is null for a loss that saves nothing.
template <class Device, class T, LossOp op>
void Loss(const Device& device, const LossInputs& inputs, double parameter,
          const LossScale& scale, framework::Tensor* saved,
          framework::Tensor* out);

// Computes one number, scale * the sum of the losses, for losses that save
// nothing. The bits are the same for any number of threads.
template <class Device, class T, LossOp op>
void LossSum(const Device& device, const LossInputs& inputs, double parameter,
             const LossScale& scale, Workspace workspace,
             framework::Tensor* out);

// Computes the gradients of the first and the second input that have one, scale
// * d_out * the derivative; either may be null. `d_out` has an element for each
// loss, or one for all of them.
template <class Device, class T, LossOp op>
void LossGrad(const Device& device, const LossInputs& inputs, double parameter,
              const LossScale& scale, const framework::Tensor& d_out,
              framework::Tensor* d_first, framework::Tensor* d_second);

// Returns the number of elements of `label` that are not `ignored`, but at
// least 1: a divisor, in the workspace.
template <class Device, class T>
const double* CountLabels(const Device& device, const framework::Tensor& label,
                          double ignored, Workspace workspace);

}  // namespace paddle::operators::kernels
