// Lengths of sequences that a tensor holds.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// The offsets of sequences of these lengths, int64. OutOfRange, naming it, for
// one that is not in [0, longest].
inline std::vector<int64_t> OffsetsOf(const framework::Tensor& lengths,
                                      int64_t longest) {
  const framework::Tensor on_host = framework::OnCPU(lengths);
  const int64_t* length = on_host.data<int64_t>();
  std::vector<int64_t> offsets = {0};
  offsets.reserve(lengths.numel() + 1);
  for (int64_t i = 0; i < lengths.numel(); ++i) {
    PADDLE_ENFORCE(0 <= length[i] && length[i] <= longest, OutOfRange,
                   "length ", length[i], " of sequence ", i, " is outside [0, ",
                   longest, "]");
    offsets.push_back(framework::NumericSizes().Add(offsets.back(), length[i]));
  }
  return offsets;
}

}  // namespace paddle::operators
