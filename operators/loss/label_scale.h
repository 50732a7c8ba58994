// The factor of a loss that is divided by the number of its labels.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/kernels/loss.h"

namespace paddle::operators {

// 1, or, to normalize, 1 / the number of labels that are not `ignored` (at
// least 1).
template <typename T>
double LabelScale(const framework::Tensor& label, int64_t ignored,
                  bool normalize) {
  if (!normalize) return 1;
  return 1.0 /
         std::max<int64_t>(
             kernels::CountLabels<T>(label, static_cast<double>(ignored)), 1);
}

}  // namespace paddle::operators
