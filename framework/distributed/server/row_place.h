// Says which server of a job has a row of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace paddle::distributed {

// Rows are shared out in this many buckets, so that a job of other servers
// could take them over bucket by bucket.
inline constexpr int kRowBuckets = 1024;

// Returns the bucket of an id: the end of SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", 2014), so that ids that
// follow each other are spread.
inline int BucketOfRow(int64_t id) {
  auto mixed = static_cast<uint64_t>(id);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return static_cast<int>((mixed ^ (mixed >> 31)) % kRowBuckets);
}

// Returns the server that has a row. Each has a range of buckets.
inline int ServerOfRow(int64_t id, int servers) {
  return static_cast<int>(int64_t{BucketOfRow(id)} * servers / kRowBuckets);
}

// Returns, for each server, which of the ids are its own, ascending.
inline std::vector<std::vector<size_t>> PlacesByServer(
    absl::Span<const int64_t> ids, int servers) {
  std::vector<std::vector<size_t>> places(servers);
  for (size_t i = 0; i < ids.size(); ++i) {
    places[ServerOfRow(ids[i], servers)].push_back(i);
  }
  return places;
}

}  // namespace paddle::distributed
