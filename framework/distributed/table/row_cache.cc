#include "paddle/framework/distributed/table/row_cache.h"

#include <algorithm>

namespace paddle::distributed {

namespace {

// About what the index takes for a row, at its worst.
constexpr size_t kIndexBytes = 32;

// Doubles at least, as the vector itself would.
template <typename T>
void MakeRoom(size_t more, std::vector<T>* vector) {
  const size_t size = vector->size() + more;
  if (size <= vector->capacity()) return;
  vector->reserve(std::max(size, 2 * vector->capacity()));
}

}  // namespace

RowCache::RowCache(size_t width, size_t bytes)
    : capacity_(bytes / (width * sizeof(float) + sizeof(Entry) + kIndexBytes)),
      slabs_(width) {}

size_t RowCache::bytes() const {
  return slabs_.bytes() + entries_.capacity() * sizeof(Entry) +
         changed_.capacity() * sizeof(uint32_t);
}

void RowCache::Reserve(size_t rows) {
  slabs_.Reserve(rows);
  MakeRoom(rows, &entries_);
  MakeRoom(rows, &changed_);
}

uint32_t RowCache::Add(int64_t id) {
  const uint32_t place = slabs_.Add(id);
  if (place == entries_.size()) entries_.emplace_back();
  entries_[place] = {id};
  return place;
}

void RowCache::MarkChanged(uint32_t place) {
  if (entries_[place].changed) return;
  changed_.push_back(place);
  entries_[place].changed = true;
}

void RowCache::Keep() {
  for (const uint32_t place : changed_) entries_[place].changed = false;
  changed_.clear();
}

void RowCache::Drop() {
  for (const uint32_t place : changed_) Forget(place);
  changed_.clear();
}

void RowCache::Clear() {
  changed_.clear();
  for (uint32_t place = 0; place < entries_.size(); ++place) {
    if (entries_[place].id != kNoRow) Forget(place);
  }
}

void RowCache::Forget(uint32_t place) {
  slabs_.Remove(entries_[place].id);
  entries_[place] = {};
}

void RowCache::Trim() {
  // Twice round, since a row that was found is spared the first time.
  size_t steps = 2 * entries_.size();
  while (slabs_.size() > std::max(capacity_, changed_.size()) && steps-- > 0) {
    hand_ = hand_ + 1 < entries_.size() ? hand_ + 1 : 0;
    Entry& entry = entries_[hand_];
    if (entry.id == kNoRow || entry.changed) continue;
    if (!entry.found) {
      Forget(hand_);
    } else {
      entry.found = false;
    }
  }
}

}  // namespace paddle::distributed
