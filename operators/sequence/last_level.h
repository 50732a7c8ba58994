// The sequences that kernels work on.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/kernels/sequence_rows.h"

namespace paddle::operators {

// The offsets of the last level, which counts rows. The shape function has
// made sure that there is one.
inline kernels::Offsets LastLevel(const framework::LoDTensor& x) {
  return x.lod()->offsets(x.lod()->levels() - 1);
}

}  // namespace paddle::operators
