// The forward and backward algorithm of CTC over one sequence, for CPUs and
// GPUs.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns log(exp(a) + exp(b)); a and b may be -inf.
PADDLE_HOST_DEVICE inline double LogAdd(double a, double b) {
  const double greater = a > b ? a : b, less = a > b ? b : a;
  if (std::isinf(less)) return greater;
  return greater + std::log1p(std::exp(less - greater));
}

// Returns log(sum(exp(x))) of a row.
template <typename T>
PADDLE_HOST_DEVICE inline double LogSumOfRow(const T* x, int64_t size) {
  double greatest = static_cast<double>(x[0]);
  for (int64_t k = 1; k < size; ++k) {
    if (x[k] > greatest) greatest = static_cast<double>(x[k]);
  }
  double sum = 0;
  for (int64_t k = 0; k < size; ++k) {
    sum += std::exp(static_cast<double>(x[k]) - greatest);
  }
  return greatest + std::log(sum);
}

// One sequence. Its states are the labels with a blank before, between and
// behind them: state s is label s / 2 if s is odd, else a blank.
template <typename T>
struct CtcSequence {
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  const T* logits;         // [frames, classes]
  const double* log_sums;  // LogSumOfRow of each frame
  int64_t frames;
  int64_t classes;
  const int64_t* labels;
  int64_t count;  // of labels
  int64_t blank;

  PADDLE_HOST_DEVICE int64_t states() const { return 2 * count + 1; }
  PADDLE_HOST_DEVICE int64_t ClassOf(int64_t s) const {
    return s % 2 == 1 ? labels[s / 2] : blank;
  }
  // Returns the logarithm of the probability of the class of state s.
  PADDLE_HOST_DEVICE double At(int64_t t, int64_t s) const {
    return static_cast<double>(logits[t * classes + ClassOf(s)]) - log_sums[t];
  }
  // True if state s may follow state s - 2: the blank between two different
  // labels may be left out.
  PADDLE_HOST_DEVICE bool Skips(int64_t s) const {
    return s >= 3 && s % 2 == 1 && labels[s / 2] != labels[s / 2 - 1];
  }

  // Computes alpha[t * stride + s], the logarithm of the sum of the
  // probabilities of the ways to state s in frame t, and returns that of all
  // paths. With a `stride` of 0 only the last frame is kept: states are updated
  // from the last one on, as each reads those before it.
  PADDLE_HOST_DEVICE double Forward(double* alpha, int64_t stride) const {
    const int64_t last = states() - 1;
    for (int64_t t = 0; t < frames; ++t) {
      double* row = alpha + t * stride;
      const double* before = t == 0 ? nullptr : row - stride;
      for (int64_t s = last; s >= 0; --s) row[s] = Arrive(before, t, s);
    }
    if (frames == 0) return count == 0 ? 0 : kNever;
    const double* row = alpha + (frames - 1) * stride;
    return last == 0 ? row[0] : LogAdd(row[last], row[last - 1]);
  }

  // Computes d[t, k], the gradient of the negative logarithm, times `scale`.
  // `alpha` has room for frames * states numbers, `beta` for states.
  PADDLE_HOST_DEVICE void Backward(double scale, double* alpha, double* beta,
                                   T* d) const {
    const double all = Forward(alpha, states());
    for (int64_t t = frames - 1; t >= 0; --t) {
      T* row = d + t * classes;
      if (std::isinf(all)) {
        for (int64_t k = 0; k < classes; ++k) row[k] = T(0);
        continue;
      }
      for (int64_t k = 0; k < classes; ++k) {
        const double logit = static_cast<double>(logits[t * classes + k]);
        row[k] = static_cast<T>(scale * std::exp(logit - log_sums[t]));
      }
      for (int64_t s = 0; s < states(); ++s) {
        beta[s] = Leave(beta, t, s);  // of later states, not yet updated
        const double way = alpha[t * states() + s] + beta[s] - all;
        row[ClassOf(s)] -= static_cast<T>(scale * std::exp(way));
      }
    }
  }

 private:
  // Returns alpha of frame t from that of the frame before it.
  PADDLE_HOST_DEVICE double Arrive(const double* before, int64_t t,
                                   int64_t s) const {
    double sum = s < 2 ? 0 : kNever;
    if (t > 0) {
      sum = before[s];
      if (s > 0) sum = LogAdd(sum, before[s - 1]);
      if (Skips(s)) sum = LogAdd(sum, before[s - 2]);
    }
    return sum + At(t, s);
  }
  // Returns the logarithm of the sum of the ways from state s of frame t to the
  // end, without frame t, from that of the next frame.
  PADDLE_HOST_DEVICE double Leave(const double* next, int64_t t,
                                  int64_t s) const {
    if (t == frames - 1) return s + 2 >= states() ? 0 : kNever;
    double sum = next[s] + At(t + 1, s);
    if (s + 1 < states()) sum = LogAdd(sum, next[s + 1] + At(t + 1, s + 1));
    if (s + 2 < states() && Skips(s + 2)) {
      sum = LogAdd(sum, next[s + 2] + At(t + 1, s + 2));
    }
    return sum;
  }
};

}  // namespace paddle::operators::kernels
