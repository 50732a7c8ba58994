// How well predicted classes match the right ones, class by class.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, predicted and right classes are of one integer type I, int32_t or
// int64_t, and as many; OutOfRange for one that is not in [0, classes), naming
// it and its place, before anything is written.

// Precision, recall and F1 of classes: `batch` holds the macro averages (means
// over the classes) and the micro averages (of the sums over the classes) of
// these rows, `total` those of these rows and `states` together, each [6]:
// macro precision, recall, F1, micro precision, recall, F1. What would be 0 / 0
// is 0. `states_out` [classes, 4] are `states` (none if null; may be the same
// tensor) plus the weights of true positives, false positives, true negatives
// and false negatives of each class in these rows. Rows weigh 1 each if
// `weights`, of type T, is null. T: float, double; the others are double.
template <class Device, class T>
void PrecisionRecall(const Device& device, const framework::Tensor& predicted,
                     const framework::Tensor& right,
                     const framework::Tensor* weights,
                     const framework::Tensor* states, framework::Tensor* batch,
                     framework::Tensor* total, framework::Tensor* states_out);

// The mean over classes of the intersection of predicted and right elements
// over their union, |both| / |either|; classes of which there are none do not
// count, and without any the mean is 0. `wrong_out` and `correct_out`, int64
// [classes], are `wrong` and `correct` (none if null; may be the same tensors)
// plus, for each class, how many elements either alone has, and both have. The
// mean is over these. `mean` is one double.
template <class Device, class I>
void MeanIou(const Device& device, const framework::Tensor& predicted,
             const framework::Tensor& right, const framework::Tensor* wrong,
             const framework::Tensor* correct, framework::Tensor* wrong_out,
             framework::Tensor* correct_out, framework::Tensor* mean);

}  // namespace paddle::operators::kernels
