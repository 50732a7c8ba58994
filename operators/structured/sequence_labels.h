// Checks the values of labels, one for each row of sequences.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Throws OutOfRange, naming `what`, the sequence and the row within it, for a
// label outside [0, count). `label` is int64, on the CPU, one per row of the
// sequences. To be called before anything is written, so that an error leaves
// the outputs unchanged.
inline void CheckLabels(absl::string_view what, const framework::Tensor& label,
                        Offsets offsets, int64_t count) {
  const int64_t* labels = label.data<int64_t>();
  for (size_t i = 1; i < offsets.size(); ++i) {
    for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
      PADDLE_ENFORCE(0 <= labels[r] && labels[r] < count, OutOfRange, what, " ",
                     labels[r], " of sequence ", i - 1, ", row ",
                     r - offsets[i - 1], ", is not in [0, ", count, ")");
    }
  }
}

}  // namespace paddle::operators::kernels
