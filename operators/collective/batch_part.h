// Divides the rows of a batch into parts.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace paddle::operators {

// Rows or sequences [begin, end).
struct PartRange {
  int64_t begin = 0;
  int64_t end = 0;
};

// Returns part `index` of `count`, of sizes that differ by one at most, larger
// ones first. InvalidArgument if a part would be empty; `what` names what is
// divided.
PartRange PartOf(int64_t size, int64_t index, int64_t count, const char* what);

// The sequences [begin, end) of the outermost level, with all levels below.
struct SequencePart {
  std::vector<std::vector<int64_t>> offsets;  // of each level
  PartRange rows;
};

// Returns those of a batch whose levels have these offsets, outermost first.
SequencePart SequencesOf(const std::vector<absl::Span<const int64_t>>& levels,
                         PartRange sequences);

}  // namespace paddle::operators
