// Gives kernels the sequences of their inputs. Shape inference has checked that
// they exist. The results refer to the LoD of the tensor and are valid as long
// as it has that LoD.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"

namespace paddle::operators {

// Returns the offsets of a level; -1 is the last.
inline kernels::Offsets LevelAt(const framework::LoDTensor& x, int64_t level) {
  const int last = x.lod()->levels() - 1;
  return x.lod()->offsets(level < 0 ? last : static_cast<int>(level));
}

// Returns the offsets of the last level, which counts rows.
inline kernels::Offsets LastLevel(const framework::LoDTensor& x) {
  return LevelAt(x, -1);
}

// Returns the offsets of level 0; empty if there are no sequences, in which
// case each row is an item.
inline kernels::Offsets ItemsOf(const framework::LoDTensor& x) {
  return x.lod() == nullptr ? kernels::Offsets() : x.lod()->offsets(0);
}

}  // namespace paddle::operators
