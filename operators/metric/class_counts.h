// Computes metrics of multi-class predictions: precision, recall, F1, and the
// mean intersection over union.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// In both functions `predicted` and `right`, the label, have the same number of
// elements of one integer type I, int32_t or int64_t. They throw OutOfRange for
// a class outside [0, classes), naming it and its position, before anything is
// written; a GPU reports it later, as device_error.h says.

// Computes precision, recall and F1 of classes. `batch` holds the macro
// averages (means over the classes) and the micro averages (of the sums over
// the classes) of these rows, `total` those of these rows and `states`
// together, each [6]: macro precision, recall, F1, micro precision, recall, F1.
// A ratio 0 / 0 counts as 0. `states_out` [classes, 4] are `states` (zeros if
// null; may be the same tensor) plus the weights of true positives, false
// positives, true negatives and false negatives of each class in these rows.
// Rows weigh 1 each if `weights`, of type T, is null. T: float, double; the
// others are double.
template <class Device, class T>
void PrecisionRecall(const Device& device, const framework::Tensor& predicted,
                     const framework::Tensor& right,
                     const framework::Tensor* weights,
                     const framework::Tensor* states, framework::Tensor* batch,
                     framework::Tensor* total, framework::Tensor* states_out);

// Computes the mean over classes of |both| / |either|, the intersection of
// predicted and right elements over their union. Classes that do not occur do
// not count, and if none occurs the mean is 0. `wrong_out` and `correct_out`,
// int64 [classes], are `wrong` and `correct` (zeros if null; may be the same
// tensors) plus, for each class, how many elements only one of the two has, and
// how many both have. The mean is over these sums. `mean` is one double.
template <class Device, class I>
void MeanIou(const Device& device, const framework::Tensor& predicted,
             const framework::Tensor& right, const framework::Tensor* wrong,
             const framework::Tensor* correct, framework::Tensor* wrong_out,
             framework::Tensor* correct_out, framework::Tensor* mean);

}  // namespace paddle::operators::kernels
