// Reads lengths of sequences from a tensor. Kernels read them where the shape
// of an output depends on them, so shape inference cannot.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Returns the offsets 0, l_0, l_0 + l_1, ... of sequences with the given int64
// lengths. Copies `lengths` to the host, and so waits for a GPU. Throws
// OutOfRange, naming the sequence, for a length outside [0, longest]. The
// result has one more entry than `lengths`; its last one is their sum. Throws
// InvalidArgument if the sum does not fit into an int64.
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
