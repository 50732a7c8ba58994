// Losses that are computed row by row.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// T: float, double. No two operands of a function share memory. A row is
// computed in an order that its length decides.

// The weights of the elements of smooth L1 losses, shaped like x; null means
// ones.
struct SmoothL1Weights {
  // An inside weight of 0 leaves an element out of loss and gradient.
  const framework::Tensor* inside = nullptr;   // of the differences
  const framework::Tensor* outside = nullptr;  // of the losses
};

// Computes diff = inside * (x - y), and out[i], for row i of x, as the sum of
// outside * loss. The loss is (sigma * diff)^2 / 2 where |diff| < 1 / sigma^2,
// and |diff| - 1 / (2 * sigma^2) elsewhere (Girshick, "Fast R-CNN", 2015).
template <class Device, class T>
void SmoothL1(const Device& device, const framework::Tensor& x,
              const framework::Tensor& y, const SmoothL1Weights& weights,
              double sigma, framework::Tensor* diff, framework::Tensor* out);
// Computes d_x = inside * outside * slope(diff) * d_out and d_y = -d_x; both
// are like diff, and either may be null.
template <class Device, class T>
void SmoothL1Grad(const Device& device, const framework::Tensor& diff,
                  const SmoothL1Weights& weights, double sigma,
                  const framework::Tensor& d_out, framework::Tensor* d_x,
                  framework::Tensor* d_y);

// In the functions below x is rows of one number per class, and label the int64
// class of each row; OutOfRange, naming it, if there is no such class. `out`
// has an element per row.

// Computes out = -w[label] * x[label] and row_weight = w[label], where x are
// logarithms of probabilities; both are 0 for rows of the class `ignored`.
// Without weights, which may be null, w is 1. The mean over rows is sum(out) /
// sum(row_weight). The classes are along `axis` (class_rows.h).
template <class Device, class T>
void NllLoss(const Device& device, const framework::Tensor& x,
             const framework::Tensor& label, const framework::Tensor* weight,
             int64_t ignored, int64_t axis, framework::Tensor* out,
             framework::Tensor* row_weight);
// Computes d_x, which is -row_weight * d_out at the label and 0 elsewhere.
template <class Device, class T>
void NllLossGrad(const Device& device, const framework::Tensor& label,
                 const framework::Tensor& row_weight, int64_t axis,
                 const framework::Tensor& d_out, framework::Tensor* d_x);

// Computes out = the mean of log(1 + exp(x[j] - x[label])) over the other
// classes j, or 0 if there are none: Bayesian personalised ranking.
template <class Device, class T>
void BprLoss(const Device& device, const framework::Tensor& x,
             const framework::Tensor& label, framework::Tensor* out);
// Computes d_x: at each other class its slope, at the label minus their sum.
template <class Device, class T>
void BprLossGrad(const Device& device, const framework::Tensor& x,
                 const framework::Tensor& label, const framework::Tensor& d_out,
                 framework::Tensor* d_x);

// Computes out = (1 - epsilon) * x + epsilon * prior[j] for each class j;
// without prior, which may be null, it is 1 / classes. `out` may be x.
template <class Device, class T>
void LabelSmooth(const Device& device, const framework::Tensor& x,
                 const framework::Tensor* prior, double epsilon,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels
