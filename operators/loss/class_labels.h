// Checks labels that are the classes of rows, on the CPU.
#pragma once

#include <cstdint>

#include "absl/types/optional.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Throws OutOfRange, naming the label and its row, unless each of these int64
// numbers is in [0, classes) or is the one to be ignored. To be called before
// anything is computed, since a label is used as an index.
inline void CheckClasses(const framework::Tensor& label, int64_t classes,
                         absl::optional<int64_t> ignored = absl::nullopt) {
  const int64_t* labels = label.data<int64_t>();
  for (int64_t i = 0; i < label.numel(); ++i) {
    PADDLE_ENFORCE((labels[i] >= 0 && labels[i] < classes) ||
                       (ignored && labels[i] == *ignored),
                   OutOfRange, "label ", labels[i], " of row ", i,
                   " is not in [0, ", classes, ")");
  }
}

}  // namespace paddle::operators::kernels
