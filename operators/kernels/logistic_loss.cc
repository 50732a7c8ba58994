#include "paddle/operators/kernels/logistic_loss.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/operators/kernels/vector_math.h"

namespace paddle::operators::kernels {
namespace {

// Elements computed at a time: what is in between stays in the cache.
constexpr int64_t kRun = 256;

// out = log(1 + exp(-|x|)). What 1 + e loses of a small e is (u - 1) - e, and
// the logarithm changes by 1 / u times as much.
template <typename T>
void Tails(int64_t size, const T* x, T* out) {
  T exps[kRun];
  T sums[kRun];
  T* const e = exps;
  T* const u = sums;
  AssignRun(size, e, [=](int64_t j) { return -std::abs(x[j]); });
  Exp(size, e, e);
  AssignRun(size, u, [=](int64_t j) { return T(1) + e[j]; });
  Log(size, u, out);
  AssignRun(size, out,
            [=](int64_t j) { return out[j] + (e[j] - (u[j] - T(1))) / u[j]; });
}

}  // namespace

template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out) {
  T buffer[kRun];
  const T* const tails = buffer;
  for (int64_t begin = 0; begin < size; begin += kRun) {
    const int64_t count = std::min(kRun, size - begin);
    const T* from = x + begin;
    Tails(count, from, buffer);
    const auto positive = [=](int64_t j) {
      return from[j] > T(0) ? from[j] : T(0);
    };
    if (label == nullptr) {
      AssignRun(count, out + begin,
                [=](int64_t j) { return positive(j) + tails[j]; });
    } else {
      const T* y = label + begin;
      AssignRun(count, out + begin, [=](int64_t j) {
        return (positive(j) - y[j] * from[j]) + tails[j];
      });
    }
  }
}

template void LogisticLoss<float>(int64_t, const float*, const float*, float*);
template void LogisticLoss<double>(int64_t, const double*, const double*,
                                   double*);

}  // namespace paddle::operators::kernels
