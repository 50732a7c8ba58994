// The area under a curve of a classifier with two classes.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Counts scores in bins of equal width from 0 to 1: bin i of n + 1 holds those
// of [i / n, (i + 1) / n), the last one those of 1. `scores` [rows, 1], [rows]
// or [rows, 2], of which the last column counts, are probabilities of the
// positive class, `label` (int64, `rows` elements) says 1 for positive, 0 for
// negative. OutOfRange for another score or label, naming its row, before
// anything is written. The outputs, int64, are the inputs plus the counts, and
// may be the inputs. T: float, double, float16, bfloat16.
template <class Device, class T>
void CountScores(const Device& device, const framework::Tensor& scores,
                 const framework::Tensor& label,
                 const framework::Tensor& positives,
                 const framework::Tensor& negatives,
                 framework::Tensor* positives_out,
                 framework::Tensor* negatives_out);

enum class Curve {
  // True positive rate over false positive rate: the chance that a positive
  // scores higher than a negative, where equal bins count half. 0 without
  // positives or without negatives.
  kRoc,
  // Precision over recall, by trapezoids between the thresholds; at recall 0
  // the precision is 1. 0 without positives.
  kPrecisionRecall,
};

// The area under the curve of positives and negatives counted in the same bins:
// a number in memory of the place.
template <class Device>
void AreaUnder(const Device& device, Curve curve,
               const framework::Tensor& positives,
               const framework::Tensor& negatives, double* area);

}  // namespace paddle::operators::kernels
