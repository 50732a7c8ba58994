// Describes sequences over the rows of a tensor (the "level of detail").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace paddle::framework {

// Nested sequences over the rows of a tensor. Level 0 is the outermost; the
// last level counts rows. Users pass and receive lengths, kernels read offsets:
// lengths {2, 0, 3} are offsets {0, 2, 2, 5}. Immutable and shared by pointer;
// null means "no sequences". Thread safe.
class LoD {
 public:
  using Levels = std::vector<std::vector<int64_t>>;

  // Throws InvalidArgument for a negative length, no level, or a level whose
  // sum is not the number of entries of the next one.
  static std::shared_ptr<const LoD> FromLengths(const Levels& lengths);
  // Throws InvalidArgument for offsets that do not begin at 0, decrease, or
  // disagree between levels.
  static std::shared_ptr<const LoD> FromOffsets(Levels offsets);

  int levels() const { return static_cast<int>(offsets_.size()); }
  // Returns the offsets of a level: one entry more than sequences.
  absl::Span<const int64_t> offsets(int level) const;
  Levels lengths() const;
  int64_t rows() const { return offsets_.back().back(); }
  int64_t sequences(int level) const {
    return static_cast<int64_t>(offsets_[level].size()) - 1;
  }
  // Returns the lengths as text, such as "{{2, 0, 3}}".
  std::string ToString() const;

  friend bool operator==(const LoD& a, const LoD& b) {
    return a.offsets_ == b.offsets_;
  }

 private:
  explicit LoD(Levels offsets) : offsets_(std::move(offsets)) {}
  Levels offsets_;
};

using LoDPtr = std::shared_ptr<const LoD>;

// True if both describe equal sequences or neither has any.
bool SameLoD(const LoDPtr& a, const LoDPtr& b);

}  // namespace paddle::framework
