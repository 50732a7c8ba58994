// Counting the chunks that tags mark.
#pragma once

#include <cstdint>
#include <string>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// How tags mark chunks: of each type there are some tags, which say where in a
// chunk a row stands. Tag = type * (tags of a type) + place; the tag after
// those of the last type stands outside of all chunks.
//
//   plain  every row of a chunk
//   IOB    0: the first, 1: another
//   IOE    0: one before the last, 1: the last
//   IOBES  0: the first of several, 1: inside, 2: the last, 3: the only one
//
// A chunk is as many neighbouring rows of one type as possible that end before
// a first row and after a last one; so a chunk need not begin with "first".
struct ChunkScheme {
  // InvalidArgument for another name.
  static ChunkScheme Named(const std::string& name);

  int64_t tags;         // of a type
  unsigned starts = 0;  // bit p: place p begins a chunk
  unsigned ends = 0;    // bit p: place p ends one
};

// Where EvaluateChunks puts its results: numbers in memory of the place.
struct ChunkScores {
  int64_t* inferred;
  int64_t* labeled;
  int64_t* correct;  // in both, with the same rows and type
  // correct / inferred, correct / labeled, and 2 correct / (inferred +
  // labeled); 0 of none.
  float* precision;
  float* recall;
  float* f1;
};

// Counts the chunks of two taggings of the same sequences. Tags are int64, one
// a row. Chunks of excluded types do not count. OutOfRange, naming sequence and
// row, for a tag that does not exist.
template <class Device>
void EvaluateChunks(const Device& device, const framework::Tensor& inference,
                    const framework::Tensor& label, Offsets offsets,
                    const ChunkScheme& scheme, int64_t types,
                    absl::Span<const int64_t> excluded, const ChunkScores& out);

}  // namespace paddle::operators::kernels
