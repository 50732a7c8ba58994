// Losses of classification: cross entropies of probabilities and of logits. For
// one row of three classes and label 2, or the soft label {0, .5, .5}:
//
//   x {.5, .25, .25}   loss = -log(.25)   or   -.5 log(.25) - .5 log(.25)
//
// A model that ends in a softmax should leave it to SoftmaxWithCrossEntropy: x
// would be 0 where an exponential underflows, and its logarithm infinite.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The axis of classes, and the form of the labels of rows: classes, int64, one
// for each row (OutOfRange, naming it, if there is no such class), or, if soft,
// a weight for every class, of the type and dims of the scores.
struct LabelKind {
  bool soft = false;
  // Rows of this class have loss and gradient 0. It may be outside of [0,
  // classes). It is not read if labels are soft.
  int64_t ignore_index = -100;
  // The axis of the scores; negative: from the end.
  int64_t axis = -1;
};

// In the functions below x and softmax are rows of one number per class
// (class_rows.h), and `loss` has an element per row. T: float, double; with
// softmax also float16 and bfloat16, which are computed in float. Rows are
// computed by themselves, in an order that the number of classes decides.

// The largest loss, in place of the infinite one of probability 0: it keeps a
// mean over a batch finite.
inline constexpr double kMaxLoss = 1e20;

// Computes loss = -sum(label * log(x)), where x are probabilities.
template <class Device, class T>
void CrossEntropy(const Device& context, const framework::Tensor& x,
                  const framework::Tensor& label, LabelKind kind,
                  framework::Tensor* loss);
// Computes d_x = -label / x * d_loss, where x counts as 1e-20 at least.
template <class Device, class T>
void CrossEntropyGrad(const Device& context, const framework::Tensor& x,
                      const framework::Tensor& label, LabelKind kind,
                      const framework::Tensor& d_loss, framework::Tensor* d_x);

// Computes softmax of each row, and loss = -sum(label * log(softmax)) from the
// logits as log(sum(exp(x - max))) - (x - max), which neither overflows nor
// meets log(0).
template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device& context,
                             const framework::Tensor& logits,
                             const framework::Tensor& label, LabelKind kind,
                             framework::Tensor* softmax,
                             framework::Tensor* loss);
// Computes d_logits = (softmax * sum(label) - label) * d_loss, in which the
// exponentials of softmax and of the loss have cancelled.
template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device& context,
                                 const framework::Tensor& softmax,
                                 const framework::Tensor& label, LabelKind kind,
                                 const framework::Tensor& d_loss,
                                 framework::Tensor* d_logits);

}  // namespace paddle::operators::kernels
