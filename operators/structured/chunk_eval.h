// Counts the chunks that taggings of sequences mark.
#pragma once

#include <cstdint>
#include <string>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Maps tags to chunks. Each chunk type has some tags that tell the place of a
// row within a chunk: tag = type * (tags per type) + place. The tag after those
// of the last type is outside of all chunks.
//
//   plain  every row of a chunk
//   IOB    0: first row, 1: any other
//   IOE    0: any but the last, 1: last row
//   IOBES  0: first of several, 1: inside, 2: last, 3: the only one
//
// A chunk is a maximal run of rows of one type that ends before a first row and
// after a last one; it need not begin with a first row. For example, with IOB
// and two types the tags 0 1 4 2 3 mark two chunks: the first two rows, of type
// 0, and the last two, of type 1.
struct ChunkScheme {
  // Parses the name of a scheme. Throws InvalidArgument for others.
  static ChunkScheme Named(const std::string& name);

  int64_t tags;         // per type
  unsigned starts = 0;  // bit p: place p begins a chunk
  unsigned ends = 0;    // bit p: place p ends one
};

// Points to the results of EvaluateChunks, in memory of the place.
// EvaluateChunks overwrites all of them; none may be null.
struct ChunkScores {
  int64_t* inferred;
  int64_t* labeled;
  int64_t* correct;  // same rows and type in both
  // correct / inferred, correct / labeled, and 2 correct / (inferred +
  // labeled); 0 if the denominator is 0.
  float* precision;
  float* recall;
  float* f1;
};

// Counts the chunks of two taggings of the same sequences. Tags are int64, one
// per row; chunks whose type is in `excluded` are ignored. Throws OutOfRange,
// naming the sequence and the row, for a tag outside [0, types * tags per
// type]; on a GPU when the device is next waited for.
template <class Device>
void EvaluateChunks(const Device& device, const framework::Tensor& inference,
                    const framework::Tensor& label, Offsets offsets,
                    const ChunkScheme& scheme, int64_t types,
                    absl::Span<const int64_t> excluded, const ChunkScores& out);

}  // namespace paddle::operators::kernels
