// Losses that are computed row by row.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// T is float or double. Nothing shares memory.

// The weights of the elements of smooth L1 losses, like x; null: ones.
struct SmoothL1Weights {
  const framework::Tensor* inside = nullptr;   // of the differences
  const framework::Tensor* outside = nullptr;  // of the losses
};

// diff = inside * (x - y), and out = the sum over each row, x[i], of outside *
// loss, which is (sigma * diff)^2 / 2 where |diff| < 1 / sigma^2, else |diff| -
// 1 / (2 * sigma^2).
template <class Device, class T>
void SmoothL1(const Device& device, const framework::Tensor& x,
              const framework::Tensor& y, const SmoothL1Weights& weights,
              double sigma, framework::Tensor* diff, framework::Tensor* out);
// d_x and d_y, which are like diff, may be null.
template <class Device, class T>
void SmoothL1Grad(const Device& device, const framework::Tensor& diff,
                  const SmoothL1Weights& weights, double sigma,
                  const framework::Tensor& d_out, framework::Tensor* d_x,
                  framework::Tensor* d_y);

// Below, x is rows of one number per class, and label the int64 class of each
// row; OutOfRange, naming it, if there is no such class. `out` has an element
// a row.

// out = -w[label] * x[label] and row_weight = w[label]; both are 0 for rows of
// the class `ignored`. Without weights, which may be null, w is 1.
template <class Device, class T>
void NllLoss(const Device& device, const framework::Tensor& x,
             const framework::Tensor& label, const framework::Tensor* weight,
             int64_t ignored, framework::Tensor* out,
             framework::Tensor* row_weight);
template <class Device, class T>
void NllLossGrad(const Device& device, const framework::Tensor& label,
                 const framework::Tensor& row_weight,
                 const framework::Tensor& d_out, framework::Tensor* d_x);

// out = the mean of log(1 + exp(x[j] - x[label])) over the other classes j; 0
// if there are none.
template <class Device, class T>
void BprLoss(const Device& device, const framework::Tensor& x,
             const framework::Tensor& label, framework::Tensor* out);
template <class Device, class T>
void BprLossGrad(const Device& device, const framework::Tensor& x,
                 const framework::Tensor& label, const framework::Tensor& d_out,
                 framework::Tensor* d_x);

// out = (1 - epsilon) * x + epsilon * prior[j] for each class j; without prior,
// which may be null, it is 1 / classes. `out` may be x.
template <class Device, class T>
void LabelSmooth(const Device& device, const framework::Tensor& x,
                 const framework::Tensor* prior, double epsilon,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels
