// Draws ids of rows as benchmarks of tables ask for them.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "absl/container/flat_hash_set.h"

namespace paddle::distributed {

using IdBatches = std::vector<std::vector<int64_t>>;

// Returns an id for each rank below 10^8, far from those of its neighbours.
inline int64_t SpreadId(int64_t rank) { return rank * 40503 % 100000007; }

// Returns batches of ids that follow a power law over 10^8, as words and users
// do. A batch has none twice.
inline IdBatches PowerLawIds(size_t batches, size_t ids) {
  constexpr double kIds = 1e8;
  IdBatches made(batches);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::vector<int64_t>& batch : made) {
    absl::flat_hash_set<int64_t> seen;
    while (batch.size() < ids) {
      const auto rank = static_cast<int64_t>(std::pow(kIds, uniform(random)));
      const int64_t id = SpreadId(rank);
      if (seen.insert(id).second) batch.push_back(id);
    }
  }
  return made;
}

}  // namespace paddle::distributed
