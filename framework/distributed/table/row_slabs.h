// Keeps rows of one width in slabs of memory, which never move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace paddle::distributed {

// Rows by id, each at a place: a number below places(). Not thread safe.
class RowSlabs {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Makes room for rows of `width` numbers.
  explicit RowSlabs(size_t width) : width_(width) {}

  size_t size() const { return index_.size(); }
  // Returns the number of places that have ever been taken.
  size_t places() const { return places_; }
  // Returns the bytes of memory that rows and index take.
  size_t bytes() const {
    return slabs_.size() * kSlabRows * width_ * sizeof(float) +
           index_.capacity() * (sizeof(int64_t) + sizeof(uint32_t) + 1) +
           free_.capacity() * sizeof(uint32_t);
  }

  // Returns the ids of all rows, in ascending order.
  std::vector<int64_t> Ids() const;
  // Returns the place of a row, or kNone.
  uint32_t Find(int64_t id) const {
    const auto found = index_.find(id);
    return found == index_.end() ? kNone : found->second;
  }
  float* At(uint32_t place) const {
    return slabs_[place / kSlabRows].get() + place % kSlabRows * width_;
  }

  // Makes room for so many rows more, so that adding them cannot fail.
  // ResourceExhausted if there would be more than 2^32 - 1 rows.
  void Reserve(size_t rows);
  // Adds a row that is not there; its values are arbitrary.
  uint32_t Add(int64_t id);
  // Removes a row that is there; the next row may take its place.
  void Remove(int64_t id);

 private:
  static constexpr size_t kSlabRows = 4096;

  const size_t width_;
  absl::flat_hash_map<int64_t, uint32_t> index_;
  std::vector<std::unique_ptr<float[]>> slabs_;
  size_t places_ = 0;
  std::vector<uint32_t> free_;
};

}  // namespace paddle::distributed
