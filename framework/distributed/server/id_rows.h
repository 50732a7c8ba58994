// Orders rows of a table by their ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace paddle::distributed {

// The id of a row, and its numbers, which belong to somebody else.
struct IdRow {
  int64_t id;
  const float* numbers;
};

// Brings rows into ascending order of ids; those of one id stay in theirs.
inline void SortById(std::vector<IdRow>* rows) {
  const auto less = [](const IdRow& a, const IdRow& b) { return a.id < b.id; };
  // A trainer sorts its rows, so that one alone leaves a server nothing to do.
  if (std::is_sorted(rows->begin(), rows->end(), less)) return;
  std::stable_sort(rows->begin(), rows->end(), less);
}

}  // namespace paddle::distributed
