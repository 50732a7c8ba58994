#include "paddle/operators/collective/batch_part.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::operators {

PartRange PartOf(int64_t size, int64_t index, int64_t count, const char* what) {
  PADDLE_ENFORCE(size >= count, InvalidArgument, "a batch of ", size, " ", what,
                 " has too few for ", count, " micro-batches");
  const int64_t part = size / count, larger = size % count;
  const int64_t begin = index * part + std::min(index, larger);
  return {begin, begin + part + (index < larger ? 1 : 0)};
}

SequencePart SequencesOf(const std::vector<absl::Span<const int64_t>>& levels,
                         PartRange sequences) {
  SequencePart part;
  for (const absl::Span<const int64_t> offsets : levels) {
    std::vector<int64_t> own;
    for (int64_t i = sequences.begin; i <= sequences.end; ++i) {
      own.push_back(offsets[i] - offsets[sequences.begin]);
    }
    part.offsets.push_back(std::move(own));
    sequences = {offsets[sequences.begin], offsets[sequences.end]};
  }
  part.rows = sequences;
  return part;
}

}  // namespace paddle::operators
