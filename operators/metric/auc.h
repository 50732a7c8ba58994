// Computes the area under the ROC or precision-recall curve of a binary
// classifier, from histograms of its scores, so that batches can be added up.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Counts scores in n + 1 bins of equal width from 0 to 1, where the size of
// `positives` is n + 1: bin i holds the scores of [i / n, (i + 1) / n), the
// last one those of 1. `scores` [rows, 1], [rows] or [rows, 2], of which the
// last column counts, are probabilities of the positive class; `label` (int64,
// `rows` elements) is 1 for positive and 0 for negative. The outputs, int64,
// are the inputs plus the counts, and may be the inputs. T: float, double,
// float16, bfloat16. Throws OutOfRange for any other score or label, naming its
// row, before anything is written; a GPU reports it later, as device_error.h
// says.
template <class Device, class T>
void CountScores(const Device& device, const framework::Tensor& scores,
                 const framework::Tensor& label,
                 const framework::Tensor& positives,
                 const framework::Tensor& negatives,
                 framework::Tensor* positives_out,
                 framework::Tensor* negatives_out);

// The curves whose area can be computed.
enum class Curve {
  // True positive rate over false positive rate: the chance that a positive
  // scores higher than a negative, where equal bins count half. 0 without
  // positives or without negatives.
  kRoc,
  // Precision over recall, by trapezoids between the thresholds; at recall 0
  // the precision is 1. 0 without positives.
  kPrecisionRecall,
};

// Computes the area under the curve from the numbers of positives and negatives
// in each bin. `area` points to one number in memory of the device's place.
template <class Device>
void AreaUnder(const Device& device, Curve curve,
               const framework::Tensor& positives,
               const framework::Tensor& negatives, double* area);

}  // namespace paddle::operators::kernels
