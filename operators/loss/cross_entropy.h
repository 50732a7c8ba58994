// Losses of classification.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// What the labels of rows are: classes, int64, one for each row (OutOfRange,
// naming it, if there is no such class), or, if soft, a weight for every class,
// of the type and dims of the scores.
struct LabelKind {
  bool soft = false;
  // Rows of this class have loss and gradient 0.
  int64_t ignore_index = -100;
};

// Below, x and softmax are rows of one number per class, and `loss` has an
// element a row. T is float or double; with softmax also float16 or bfloat16,
// computed in float.

// The largest loss: stands for the infinite one of probability 0.
inline constexpr double kMaxLoss = 1e20;

// loss = -sum(label * log(x)), where x are probabilities.
template <class Device, class T>
void CrossEntropy(const Device& context, const framework::Tensor& x,
                  const framework::Tensor& label, LabelKind kind,
                  framework::Tensor* loss);
template <class Device, class T>
void CrossEntropyGrad(const Device& context, const framework::Tensor& x,
                      const framework::Tensor& label, LabelKind kind,
                      const framework::Tensor& d_loss, framework::Tensor* d_x);

// softmax of each row, and loss = -sum(label * log(softmax)) computed from the
// logits as log(sum(exp(x - max))) - (x - max), which neither overflows nor
// meets log(0).
template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device& context,
                             const framework::Tensor& logits,
                             const framework::Tensor& label, LabelKind kind,
                             framework::Tensor* softmax,
                             framework::Tensor* loss);
// d_logits = (softmax * sum(label) - label) * d_loss.
template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device& context,
                                 const framework::Tensor& softmax,
                                 const framework::Tensor& label, LabelKind kind,
                                 const framework::Tensor& d_loss,
                                 framework::Tensor* d_logits);

}  // namespace paddle::operators::kernels
