#include "paddle/operators/loss/logistic_loss.h"

#include "paddle/operators/math/loops/half_runs.h"

namespace paddle::operators::kernels {

template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out) {
  if (label == nullptr) {
    AssignBlocks(
        size, [](T a) { return LogisticLossOf(a); }, out, x);
  } else {
    AssignBlocks(
        size, [](T a, T b) { return LogisticLossOf(a, b); }, out, x, label);
  }
}

template void LogisticLoss<float>(int64_t, const float*, const float*, float*);
template void LogisticLoss<double>(int64_t, const double*, const double*,
                                   double*);

}  // namespace paddle::operators::kernels
