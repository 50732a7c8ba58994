// The loss of a logistic model, which several losses are made of.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// out[i] = log(1 + exp(x[i])) - label[i] * x[i] for i in [0, size), the cross
// entropy of sigmoid(x) and label; `label` may be null: zeros. Nothing
// overflows, and small losses keep their digits. NaN gives NaN. `out` may be x
// or label. T: float or double.
template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out);

}  // namespace paddle::operators::kernels
