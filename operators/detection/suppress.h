// The core of non-maximum suppression, for any kind of boxes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "paddle/platform/cancellation.h"

namespace paddle::operators::kernels {

// Returns the indices of the scores that `counts` is true of, best first (equal
// ones in order), `most` at most; -1: all. NaN never counts.
template <typename T, typename Counts>
std::vector<int64_t> BestOf(const T* scores, int64_t count,
                            const Counts& counts, int64_t most) {
  std::vector<int64_t> best;
  for (int64_t i = 0; i < count; ++i) {
    if (scores[i] == scores[i] && counts(scores[i])) best.push_back(i);
  }
  std::stable_sort(best.begin(), best.end(), [scores](int64_t a, int64_t b) {
    return scores[a] > scores[b];
  });
  if (most >= 0 && static_cast<int64_t>(best.size()) > most) best.resize(most);
  return best;
}

// Returns those of `candidates`, in order, whose overlap(candidate, other) with
// no other that is returned exceeds the threshold; `most` at most, -1: all.
// While the threshold is above 0.5, each that is returned multiplies it by
// `eta`. Obeys cancellation.
template <typename Overlap>
std::vector<int64_t> Suppress(const std::vector<int64_t>& candidates,
                              const Overlap& overlap, double threshold,
                              double eta, int64_t most) {
  std::vector<int64_t> kept;
  for (int64_t candidate : candidates) {
    platform::CheckCancellation();
    if (most >= 0 && static_cast<int64_t>(kept.size()) >= most) break;
    const bool hidden = std::any_of(
        kept.begin(), kept.end(),
        [&](int64_t other) { return overlap(candidate, other) > threshold; });
    if (hidden) continue;
    kept.push_back(candidate);
    if (threshold > 0.5) threshold *= eta;
  }
  return kept;
}

}  // namespace paddle::operators::kernels
