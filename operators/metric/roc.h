// The areas of auc.h as functions of two histograms, on the CPU and in CUDA
// kernels. All go from the highest score down, one bin after another, in
// double.
#pragma once

#include <cstdint>

#include "paddle/operators/metric/auc.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels::internal {

// Returns the share of pairs (positive, negative) in which the positive scores
// higher; pairs in one bin count half. 0 if there are no pairs.
PADDLE_HOST_DEVICE inline double AreaUnderRoc(int64_t bins,
                                              const int64_t* positives,
                                              const int64_t* negatives) {
  double area = 0, above = 0, negative_count = 0;
  for (int64_t i = bins - 1; i >= 0; --i) {
    const double found = static_cast<double>(positives[i]);
    const double wrong = static_cast<double>(negatives[i]);
    area += wrong * (above + found / 2);
    above += found;
    negative_count += wrong;
  }
  const double pairs = above * negative_count;
  return pairs > 0 ? area / pairs : 0;
}

// Returns the sum over bins of trapezoids between successive precisions, as
// wide as the recall that the bin adds. Empty bins move neither and are
// skipped.
PADDLE_HOST_DEVICE inline double AreaUnderPrecisionRecall(
    int64_t bins, const int64_t* positives, const int64_t* negatives) {
  double area = 0, precision = 1, found = 0, predicted = 0;
  for (int64_t i = bins - 1; i >= 0; --i) {
    if (positives[i] + negatives[i] == 0) continue;
    found += static_cast<double>(positives[i]);
    predicted += static_cast<double>(positives[i] + negatives[i]);
    const double next = found / predicted;
    area += static_cast<double>(positives[i]) * (precision + next) / 2;
    precision = next;
  }
  return found > 0 ? area / found : 0;
}

// Returns the area under `curve`.
PADDLE_HOST_DEVICE inline double AreaUnderCurve(Curve curve, int64_t bins,
                                                const int64_t* positives,
                                                const int64_t* negatives) {
  return curve == Curve::kRoc
             ? AreaUnderRoc(bins, positives, negatives)
             : AreaUnderPrecisionRecall(bins, positives, negatives);
}

}  // namespace paddle::operators::kernels::internal
