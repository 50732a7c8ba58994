// The sequences that kernels work on. The shape functions have made sure that
// they exist.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"

namespace paddle::operators {

// The offsets of a level, -1 being the last.
inline kernels::Offsets LevelAt(const framework::LoDTensor& x, int64_t level) {
  const int last = x.lod()->levels() - 1;
  return x.lod()->offsets(level < 0 ? last : static_cast<int>(level));
}

// The offsets of the level that counts rows.
inline kernels::Offsets LastLevel(const framework::LoDTensor& x) {
  return LevelAt(x, -1);
}

// The offsets of level 0; empty if there are no sequences, and each row stands
// for itself.
inline kernels::Offsets ItemsOf(const framework::LoDTensor& x) {
  return x.lod() == nullptr ? kernels::Offsets() : x.lod()->offsets(0);
}

}  // namespace paddle::operators
