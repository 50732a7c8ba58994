// Keeps rows in memory that are also kept elsewhere, as many as fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "paddle/framework/distributed/table/row_slabs.h"

namespace paddle::distributed {

// Rows of which those that were not changed may be forgotten, the ones that
// were not found for long first (by the clock algorithm: a hand goes round and
// spares each row that was found since it last came by). Rows never move, and
// are forgotten only by Trim(), Drop() and Clear(). Not thread safe.
class RowCache {
 public:
  // Keeps as many rows of `width` numbers as fit into `bytes`.
  RowCache(size_t width, size_t bytes);

  // Returns the bytes of memory it takes: more than it was given if more was
  // changed, or found, at once.
  size_t bytes() const;

  // Returns the place of a row, or RowSlabs::kNone.
  uint32_t Find(int64_t id) {
    const uint32_t place = slabs_.Find(id);
    if (place != RowSlabs::kNone) entries_[place].found = true;
    return place;
  }
  float* At(uint32_t place) const { return slabs_.At(place); }
  int64_t IdAt(uint32_t place) const { return entries_[place].id; }

  // Makes room for so many rows more, so that adding or marking them cannot
  // fail.
  void Reserve(size_t rows);
  // Adds a row that is not there, whose values are arbitrary.
  uint32_t Add(int64_t id);
  // Holds a row until Keep() or Drop().
  void MarkChanged(uint32_t place);
  // Returns the places of the rows that were changed.
  const std::vector<uint32_t>& changed() const { return changed_; }

  // Takes the changed rows for unchanged from now on.
  void Keep();
  // Forgets the changed rows.
  void Drop();
  // Forgets all rows.
  void Clear();
  // Forgets rows until the others fit.
  void Trim();

 private:
  struct Entry {
    int64_t id = kNoRow;
    bool found = false;
    bool changed = false;
  };
  static constexpr int64_t kNoRow = -1;

  void Forget(uint32_t place);

  const size_t capacity_;  // rows
  RowSlabs slabs_;
  std::vector<Entry> entries_;  // by place
  std::vector<uint32_t> changed_;
  uint32_t hand_ = 0;  // a place
};

}  // namespace paddle::distributed
