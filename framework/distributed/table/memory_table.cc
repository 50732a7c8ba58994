#include "paddle/framework/distributed/table/memory_table.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/distributed/table/row_layout.h"
#include "paddle/framework/distributed/table/row_slabs.h"
#include "paddle/framework/distributed/table/saved_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

class MemoryTable final : public Table {
 public:
  explicit MemoryTable(std::vector<TableColumn> columns)
      : layout_(std::move(columns)), slabs_(layout_.width()) {}

  const std::vector<TableColumn>& columns() const override {
    return layout_.columns();
  }
  int64_t rows() const override { return static_cast<int64_t>(slabs_.size()); }
  size_t bytes() const override { return slabs_.bytes(); }

  void Read(absl::Span<const int64_t> ids, int column, float* out) override;
  void Update(absl::Span<const int64_t> ids, const Change& change) override;
  std::vector<int64_t> Ids(int64_t from, size_t most) override;

  void Commit(const std::string& record) override {
    record_ = record;
    changed_ = false;
  }
  const std::string& record() const override { return record_; }
  void SaveTo(const std::string& folder) override;

 private:
  // Leaves the rows of ids in found_, null for those that were not written.
  void FindRows(absl::Span<const int64_t> ids);

  RowLayout layout_;
  RowSlabs slabs_;
  std::string record_;
  bool changed_ = false;        // since the last step
  std::vector<float*> found_;   // of one call, kept for its memory
  std::vector<int64_t> order_;  // of ids, between calls of Ids
};

void MemoryTable::FindRows(absl::Span<const int64_t> ids) {
  RowLayout::CheckIds(ids);
  found_.clear();
  for (const int64_t id : ids) {
    const uint32_t place = slabs_.Find(id);
    found_.push_back(place == RowSlabs::kNone ? nullptr : slabs_.At(place));
  }
}

void MemoryTable::Read(absl::Span<const int64_t> ids, int column, float* out) {
  layout_.CheckColumn(column);
  FindRows(ids);
  layout_.Read(ids, found_, column, out);
}

void MemoryTable::Update(absl::Span<const int64_t> ids, const Change& change) {
  FindRows(ids);
  layout_.Change(ids, found_, change);
  slabs_.Reserve(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    if (found_[i] == nullptr) found_[i] = slabs_.At(slabs_.Add(ids[i]));
  }
  layout_.Write(found_);
  changed_ = true;
}

std::vector<int64_t> MemoryTable::Ids(int64_t from, size_t most) {
  PADDLE_ENFORCE(!changed_, FailedPrecondition,
                 "rows of a table are listed in the middle of a step");
  // No row is ever removed.
  if (order_.size() != slabs_.size()) order_ = slabs_.Ids();
  const auto begin = std::lower_bound(order_.begin(), order_.end(), from);
  const auto left = static_cast<size_t>(order_.end() - begin);
  const std::vector<int64_t> ids(begin, begin + std::min(most, left));
  // Whoever lists all rows asks until there are none.
  if (left == 0) std::vector<int64_t>().swap(order_);
  return ids;
}

void MemoryTable::SaveTo(const std::string& folder) {
  PADDLE_ENFORCE(!changed_, FailedPrecondition,
                 "a table is saved in the middle of a step");
  SaveRows(slabs_.Ids(), this, folder);
}

}  // namespace

std::unique_ptr<Table> NewMemoryTable(std::vector<TableColumn> columns) {
  return std::make_unique<MemoryTable>(std::move(columns));
}

}  // namespace paddle::distributed
