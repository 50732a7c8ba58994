// Divides sequences into a few groups of about equally many rows, by their
// offsets alone. Groups run in parallel; what they compute is then combined in
// order, so the result does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The largest number of groups. Each has scratch memory of its own.
inline constexpr int64_t kMostGroups = 16;

// Returns the number of groups of these sequences; 0 if there are none.
inline int64_t GroupsOf(Offsets offsets) {
  return std::min(static_cast<int64_t>(offsets.size()) - 1, kMostGroups);
}

// Returns the first sequence of a group; for group == GroupsOf(offsets), the
// number of sequences.
inline int64_t GroupBegin(Offsets offsets, int64_t group) {
  const int64_t groups = GroupsOf(offsets);
  const int64_t sequences = static_cast<int64_t>(offsets.size()) - 1;
  if (group == 0 || group == groups) return group == 0 ? 0 : sequences;
  const int64_t row = offsets.back() / groups * group;
  return std::min<int64_t>(
      std::lower_bound(offsets.begin(), offsets.end(), row) - offsets.begin(),
      sequences);
}

// Calls body(group, first, last) for the sequences [first, last) of each group,
// in parallel unless there is little work. `row_work` is about the number of
// elements that a row touches.
template <typename Body>
void ForEachGroup(Offsets offsets, int64_t row_work, const Body& body) {
  constexpr int64_t kLittle = 32768;
  const int64_t groups = GroupsOf(offsets);
  const bool little = offsets.back() < kLittle / std::max<int64_t>(row_work, 1);
  platform::ParallelFor(groups, little ? groups : 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t group = begin; group < end; ++group) {
                            body(group, GroupBegin(offsets, group),
                                 GroupBegin(offsets, group + 1));
                          }
                        });
}

}  // namespace paddle::operators::kernels
