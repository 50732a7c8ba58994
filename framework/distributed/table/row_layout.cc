#include "paddle/framework/distributed/table/row_layout.h"

#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// Rows are fetched this far ahead of their use: memory answers in about the
// time that as many rows take.
constexpr size_t kAhead = 8;

}  // namespace

RowLayout::RowLayout(std::vector<TableColumn> columns)
    : columns_(std::move(columns)), arrays_(columns_.size()) {
  PADDLE_ENFORCE(!columns_.empty(), InvalidArgument, "a table without columns");
  for (const TableColumn& column : columns_) {
    PADDLE_ENFORCE(column.width >= 1, InvalidArgument, "column '", column.name,
                   "' of a table has the width ", column.width);
    offsets_.push_back(width_);
    width_ += column.width;
  }
}

void RowLayout::CheckIds(absl::Span<const int64_t> ids) {
  for (const int64_t id : ids) {
    PADDLE_ENFORCE(id >= 0, OutOfRange, "id ", id, " of a table");
  }
}

void RowLayout::CheckColumn(int column) const {
  PADDLE_ENFORCE(0 <= column && column < static_cast<int>(columns_.size()),
                 OutOfRange, "column ", column, " of ", columns_.size());
}

void RowLayout::CopyColumn(int64_t id, const float* row, size_t column,
                           float* out) const {
  const size_t width = columns_[column].width;
  if (row == nullptr) {
    FillRow(columns_[column].initializer, id, width, out);
  } else {
    std::memcpy(out, row + offsets_[column], width * sizeof(float));
  }
}

void RowLayout::Read(absl::Span<const int64_t> ids,
                     absl::Span<float* const> rows, int column,
                     float* out) const {
  for (size_t i = 0; i < ids.size(); ++i, out += columns_[column].width) {
    if (i + kAhead < ids.size()) Prefetch(rows[i + kAhead]);
    CopyColumn(ids[i], rows[i], column, out);
  }
}

void RowLayout::Change(absl::Span<const int64_t> ids,
                       absl::Span<float* const> rows,
                       const Table::Change& change) {
  std::vector<float*> arrays;
  for (size_t c = 0; c < columns_.size(); ++c) {
    arrays_[c].resize(ids.size() * columns_[c].width);
    arrays.push_back(arrays_[c].data());
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i + kAhead < ids.size()) Prefetch(rows[i + kAhead]);
    for (size_t c = 0; c < columns_.size(); ++c) {
      CopyColumn(ids[i], rows[i], c, arrays[c] + i * columns_[c].width);
    }
  }
  change(arrays);
}

void RowLayout::Write(absl::Span<float* const> rows) const {
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t c = 0; c < columns_.size(); ++c) {
      const size_t width = columns_[c].width;
      std::memcpy(rows[i] + offsets_[c], arrays_[c].data() + i * width,
                  width * sizeof(float));
    }
  }
}

}  // namespace paddle::distributed
