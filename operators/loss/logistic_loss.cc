#include "paddle/operators/loss/logistic_loss.h"

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out) {
  // Without labels an infinite x is legal: 0 * x is not computed.
  if (label == nullptr) {
    // Blocks of a vector's length: exp and log are inlined and vectorised.
    AssignBlocks(
        size, [](T a) { return LogisticLossOf(a); }, out, x);
  } else {
    AssignBlocks(
        size, [](T a, T b) { return LogisticLossOf(a, b); }, out, x, label);
  }
}

PADDLE_INSTANTIATE_ONE(LogisticLoss<float>);
PADDLE_INSTANTIATE_ONE(LogisticLoss<double>);

}  // namespace paddle::operators::kernels
