// Functions that turn the counts of classes into scores, on the CPU and in CUDA
// kernels: both run this code, so both give the same bits. See class_counts.h.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Weights of the rows that were rightly or wrongly said to be of a class or
// not. Laid out as a row of the `states` tensor.
struct ClassState {
  double true_positive = 0;
  double false_positive = 0;
  double true_negative = 0;
  double false_negative = 0;
};
static_assert(sizeof(ClassState) == 4 * sizeof(double));

// Returns part / whole, and 0 for 0 / 0.
PADDLE_HOST_DEVICE inline double Ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// Adds share * (precision, recall, F1) of a class to out[0..2].
PADDLE_HOST_DEVICE inline void AddScores(const ClassState& s, double share,
                                         double* out) {
  const double wrong = s.false_positive + s.false_negative;
  out[0] += share * Ratio(s.true_positive, s.true_positive + s.false_positive);
  out[1] += share * Ratio(s.true_positive, s.true_positive + s.false_negative);
  out[2] += share * Ratio(2 * s.true_positive, 2 * s.true_positive + wrong);
}

// Computes the macro averages of the classes, then the micro averages: [6].
PADDLE_HOST_DEVICE inline void Average(int64_t classes,
                                       const ClassState* states, double* out) {
  ClassState sum;
  for (int i = 0; i < 6; ++i) out[i] = 0;
  for (int64_t c = 0; c < classes; ++c) {
    sum.true_positive += states[c].true_positive;
    sum.false_positive += states[c].false_positive;
    sum.false_negative += states[c].false_negative;
    AddScores(states[c], 1 / static_cast<double>(classes), out);
  }
  AddScores(sum, 1, out + 3);
}

// Returns the mean of both / (either + both) over the classes that occur.
PADDLE_HOST_DEVICE inline double MeanOfRatios(int64_t classes,
                                              const int64_t* either,
                                              const int64_t* both) {
  double sum = 0, present = 0;
  for (int64_t c = 0; c < classes; ++c) {
    const double all = static_cast<double>(either[c] + both[c]);
    if (all == 0) continue;
    sum += static_cast<double>(both[c]) / all;
    ++present;
  }
  return Ratio(sum, present);
}

}  // namespace paddle::operators::kernels
