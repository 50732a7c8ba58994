#include "paddle/framework/distributed/table/row_slabs.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

std::vector<int64_t> RowSlabs::Ids() const {
  std::vector<int64_t> ids;
  for (const auto& [id, place] : index_) ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

void RowSlabs::Reserve(size_t rows) {
  const size_t places = places_ + rows - std::min(rows, free_.size());
  PADDLE_ENFORCE(places <= kNone, ResourceExhausted, "a table of ", places_,
                 " rows has no room for ", rows, " more");
  index_.reserve(index_.size() + rows);
  free_.reserve(1);
  while (slabs_.size() * kSlabRows < places) {
    slabs_.emplace_back(new float[kSlabRows * width_]);
  }
}

uint32_t RowSlabs::Add(int64_t id) {
  if (free_.empty()) free_.push_back(static_cast<uint32_t>(places_++));
  const uint32_t place = free_.back();
  index_.emplace(id, place);
  free_.pop_back();
  return place;
}

void RowSlabs::Remove(int64_t id) {
  const auto found = index_.find(id);
  free_.push_back(found->second);
  index_.erase(found);
}

}  // namespace paddle::distributed
