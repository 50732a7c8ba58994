#include "paddle/framework/distributed/table/memory_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// Rows are fetched this far ahead of their use: memory answers in about the
// time that as many rows take.
constexpr size_t kAhead = 8;

class MemoryTable final : public Table {
 public:
  explicit MemoryTable(std::vector<TableColumn> columns);

  const std::vector<TableColumn>& columns() const override { return columns_; }
  int64_t rows() const override { return static_cast<int64_t>(index_.size()); }
  size_t bytes() const override {
    return slabs_.size() * kSlabRows * row_width_ * sizeof(float) +
           index_.capacity() * (sizeof(int64_t) + sizeof(uint32_t) + 1);
  }

  void Read(absl::Span<const int64_t> ids, int column,
            float* out) const override;
  void Update(absl::Span<const int64_t> ids, const Change& change) override;

 private:
  static constexpr size_t kSlabRows = 4096;

  float* RowAt(uint32_t place) const {
    return slabs_[place / kSlabRows].get() + place % kSlabRows * row_width_;
  }
  // Returns null for a row that nobody has written.
  float* FindRow(int64_t id) const {
    const auto found = index_.find(id);
    return found == index_.end() ? nullptr : RowAt(found->second);
  }
  // Leaves the rows of ids in found_, null for those that were not written.
  void FindRows(absl::Span<const int64_t> ids) const;
  float* AddRow(int64_t id);
  void Prefetch(const float* row) const {
    if (row == nullptr) return;
    for (size_t i = 0; i < row_width_; i += 16) __builtin_prefetch(row + i);
  }
  // Copies rows to the arrays of columns.
  void Gather(absl::Span<const int64_t> ids);
  void Scatter(absl::Span<const int64_t> ids);

  const std::vector<TableColumn> columns_;
  std::vector<size_t> offsets_;  // of columns, in a row
  size_t row_width_ = 0;
  absl::flat_hash_map<int64_t, uint32_t> index_;
  std::vector<std::unique_ptr<float[]>> slabs_;
  // The rows and values of one call, kept for their memory.
  mutable std::vector<float*> found_;
  std::vector<std::vector<float>> arrays_;  // by column
};

MemoryTable::MemoryTable(std::vector<TableColumn> columns)
    : columns_(std::move(columns)), arrays_(columns_.size()) {
  PADDLE_ENFORCE(!columns_.empty(), InvalidArgument, "a table without columns");
  for (const TableColumn& column : columns_) {
    PADDLE_ENFORCE(column.width >= 1, InvalidArgument, "column '", column.name,
                   "' of a table has the width ", column.width);
    offsets_.push_back(row_width_);
    row_width_ += column.width;
  }
}

void MemoryTable::FindRows(absl::Span<const int64_t> ids) const {
  found_.clear();
  for (const int64_t id : ids) {
    PADDLE_ENFORCE(id >= 0, OutOfRange, "id ", id, " of a table");
    found_.push_back(FindRow(id));
  }
}

void MemoryTable::Read(absl::Span<const int64_t> ids, int column,
                       float* out) const {
  PADDLE_ENFORCE(0 <= column && column < static_cast<int>(columns_.size()),
                 OutOfRange, "column ", column, " of ", columns_.size());
  const size_t offset = offsets_[column];
  const size_t width = columns_[column].width;
  FindRows(ids);
  for (size_t i = 0; i < ids.size(); ++i, out += width) {
    if (i + kAhead < ids.size()) Prefetch(found_[i + kAhead]);
    if (found_[i] == nullptr) {
      FillRow(columns_[column].initializer, ids[i], width, out);
    } else {
      std::memcpy(out, found_[i] + offset, width * sizeof(float));
    }
  }
}

float* MemoryTable::AddRow(int64_t id) {
  const size_t place = index_.size();
  PADDLE_ENFORCE(place <= UINT32_MAX, ResourceExhausted, "a table of ", place,
                 " rows is full");
  if (place / kSlabRows == slabs_.size()) {
    slabs_.emplace_back(new float[kSlabRows * row_width_]);
  }
  index_.emplace(id, static_cast<uint32_t>(place));
  return RowAt(static_cast<uint32_t>(place));
}

void MemoryTable::Gather(absl::Span<const int64_t> ids) {
  for (size_t c = 0; c < columns_.size(); ++c) {
    arrays_[c].resize(ids.size() * columns_[c].width);
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i + kAhead < ids.size()) Prefetch(found_[i + kAhead]);
    for (size_t c = 0; c < columns_.size(); ++c) {
      const size_t width = columns_[c].width;
      float* const to = arrays_[c].data() + i * width;
      if (found_[i] == nullptr) {
        FillRow(columns_[c].initializer, ids[i], width, to);
      } else {
        std::memcpy(to, found_[i] + offsets_[c], width * sizeof(float));
      }
    }
  }
}

void MemoryTable::Scatter(absl::Span<const int64_t> ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (found_[i] == nullptr) found_[i] = AddRow(ids[i]);
    for (size_t c = 0; c < columns_.size(); ++c) {
      const size_t width = columns_[c].width;
      std::memcpy(found_[i] + offsets_[c], arrays_[c].data() + i * width,
                  width * sizeof(float));
    }
  }
}

void MemoryTable::Update(absl::Span<const int64_t> ids, const Change& change) {
  FindRows(ids);
  Gather(ids);
  std::vector<float*> columns;
  for (std::vector<float>& array : arrays_) columns.push_back(array.data());
  change(columns);
  index_.reserve(index_.size() + ids.size());
  Scatter(ids);
}

}  // namespace

std::unique_ptr<Table> NewMemoryTable(std::vector<TableColumn> columns) {
  return std::make_unique<MemoryTable>(std::move(columns));
}

}  // namespace paddle::distributed
