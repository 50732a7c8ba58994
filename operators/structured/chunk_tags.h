// Decodes tags, and computes scores from counts of chunks, on CPUs and GPUs.
// See chunk_eval.h.
#pragma once

#include <cstdint>

#include "paddle/operators/structured/chunk_eval.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// `Tags` is any type whose operator[] returns the tag of a row.
template <typename Tags>
struct ChunkTags {
  // Returns the type of a row's chunk; `types` or more is outside of all
  // chunks.
  PADDLE_HOST_DEVICE int64_t TypeAt(int64_t row) const {
    return tags[row] / scheme.tags;
  }
  // True if a row, which must not be the first of its sequence, belongs to the
  // chunk of the row before it.
  PADDLE_HOST_DEVICE bool Continues(int64_t row) const {
    const int64_t tag = tags[row], before = tags[row - 1];
    return tag / scheme.tags == before / scheme.tags &&
           !Has(scheme.starts, tag % scheme.tags) &&
           !Has(scheme.ends, before % scheme.tags);
  }
  // True if chunks of a type are counted.
  PADDLE_HOST_DEVICE bool Counts(int64_t type) const {
    bool excluded = type >= types;
    for (int64_t i = 0; i < excluded_count; ++i) {
      excluded |= excluded_types[i] == type;
    }
    return !excluded;
  }

  Tags tags;
  ChunkScheme scheme;
  int64_t types;
  const int64_t* excluded_types;
  int64_t excluded_count;

 private:
  PADDLE_HOST_DEVICE static bool Has(unsigned places, int64_t place) {
    return (places >> place & 1u) != 0;
  }
};

namespace internal {

// Divides in double, so that large counts are not rounded first.
PADDLE_HOST_DEVICE inline float ChunkRatio(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0f
                    : static_cast<float>(static_cast<double>(part) /
                                         static_cast<double>(whole));
}

}  // namespace internal

// Numbers of chunks; they may be added up over sequences.
struct ChunkCounts {
  int64_t inferred = 0;
  int64_t labeled = 0;
  int64_t correct = 0;
};

// Writes the counts and the precision, recall and F1 score computed from them.
PADDLE_HOST_DEVICE inline void PutScores(const ChunkCounts& counts,
                                         const ChunkScores& out) {
  *out.inferred = counts.inferred;
  *out.labeled = counts.labeled;
  *out.correct = counts.correct;
  *out.precision = internal::ChunkRatio(counts.correct, counts.inferred);
  *out.recall = internal::ChunkRatio(counts.correct, counts.labeled);
  *out.f1 = internal::ChunkRatio(2 * counts.correct,
                                 counts.inferred + counts.labeled);
}

}  // namespace paddle::operators::kernels
