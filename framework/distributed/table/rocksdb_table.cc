#include "paddle/framework/distributed/table/rocksdb_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/framework/distributed/table/row_cache.h"
#include "paddle/framework/distributed/table/row_layout.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

constexpr absl::string_view kSteps = " steps ";

// Describes the columns in front of the state of a table.
std::string TextOf(const std::vector<TableColumn>& columns) {
  std::string text;
  for (const TableColumn& column : columns) {
    absl::StrAppend(&text, "column ", column.name, " ", column.width, "\n");
  }
  return text;
}

class RocksdbTable final : public Table {
 public:
  RocksdbTable(std::vector<TableColumn> columns, RocksdbTableOptions options);

  const std::vector<TableColumn>& columns() const override {
    return layout_.columns();
  }
  int64_t rows() const override { return state_.rows + added_; }
  size_t bytes() const override { return cache_.bytes() + folder_.bytes(); }

  void Read(absl::Span<const int64_t> ids, int column, float* out) override;
  void Update(absl::Span<const int64_t> ids, const Change& change) override;
  std::vector<int64_t> Ids(int64_t from, size_t most) override;

  void Commit(const std::string& record) override;
  const std::string& record() const override { return state_.record; }
  void SaveTo(const std::string& folder) override;

 private:
  // The state of the folder.
  struct State {
    int64_t rows = 0, steps = 0;
    std::string record;
  };

  // Reads the state of the folder.
  State Load() const;
  // Opens the folder again after an error. Unavailable if it is at another step
  // than the table was.
  void Reopen();
  // Leaves the rows of ids in found_ and their places in the cache in places_;
  // null for those that were not written.
  void FindRows(absl::Span<const int64_t> ids);
  void ReadMissingRows();
  // Writes what was changed since the last step.
  void Write(const std::string& record);
  // Forgets it.
  void Drop();

  const std::string path_;
  const std::string columns_;
  RowLayout layout_;
  RowCache cache_;
  RocksdbFolder folder_;
  State state_;
  int64_t added_ = 0;  // rows since the last step

  // The rows of one call, kept for their memory.
  std::vector<uint32_t> places_;
  std::vector<float*> found_;
  std::vector<std::pair<int64_t, size_t>> missing_;  // id, index in found_
  std::vector<int64_t> missing_ids_;
};

RocksdbTable::RocksdbTable(std::vector<TableColumn> columns,
                           RocksdbTableOptions options)
    : path_(options.folder),
      columns_(TextOf(columns)),
      layout_(std::move(columns)),
      cache_(layout_.width(), options.cache_bytes),
      folder_(options.folder, layout_.width() * sizeof(float),
              options.durability, options.rocksdb_bytes),
      state_(Load()) {}

RocksdbTable::State RocksdbTable::Load() const {
  State state;
  const std::string text = folder_.ReadText();
  if (text.empty()) return state;
  absl::string_view rest = text;
  PADDLE_ENFORCE(absl::ConsumePrefix(&rest, columns_) &&
                     absl::ConsumePrefix(&rest, "rows "),
                 InvalidArgument, "the table in '", path_,
                 "' is one of other columns: it begins with '",
                 text.substr(0, columns_.size()), "' instead of '", columns_,
                 "'");
  const size_t rows = rest.find(kSteps), end = rest.find('\n');
  PADDLE_ENFORCE(
      rows < end && end != rest.npos &&
          absl::SimpleAtoi(rest.substr(0, rows), &state.rows) &&
          absl::SimpleAtoi(
              rest.substr(rows + kSteps.size(), end - rows - kSteps.size()),
              &state.steps),
      DataLoss, "the table in '", path_, "' does not say how many rows it has");
  state.record = std::string(rest.substr(end + 1));
  return state;
}

void RocksdbTable::Reopen() {
  folder_.Reopen();
  State found;
  try {
    found = Load();
  } catch (...) {
    folder_.Close();  // and the next call tries again
    throw;
  }
  if (found.steps == state_.steps) return;
  cache_.Clear();
  added_ = 0;
  state_ = std::move(found);
  PADDLE_THROW(Unavailable, "the table in '", path_,
               "' was opened again after an error, and is at step ",
               state_.steps, ", which was not expected; its record says more");
}

void RocksdbTable::ReadMissingRows() {
  std::sort(missing_.begin(), missing_.end());
  missing_ids_.clear();
  for (const auto& [id, index] : missing_) {
    if (missing_ids_.empty() || missing_ids_.back() != id) {
      missing_ids_.push_back(id);
    }
  }
  folder_.Read(missing_ids_, [&](size_t i, const char* value) {
    cache_.Reserve(1);
    std::memcpy(cache_.At(cache_.Add(missing_ids_[i])), value,
                layout_.width() * sizeof(float));
  });
  for (const auto& [id, index] : missing_) places_[index] = cache_.Find(id);
}

void RocksdbTable::FindRows(absl::Span<const int64_t> ids) {
  RowLayout::CheckIds(ids);
  if (!folder_.is_open()) Reopen();
  cache_.Trim();  // rows of the last call are not needed any more
  places_.clear(), found_.clear(), missing_.clear();
  for (size_t i = 0; i < ids.size(); ++i) {
    places_.push_back(cache_.Find(ids[i]));
    if (places_[i] == RowSlabs::kNone) missing_.emplace_back(ids[i], i);
  }
  if (!missing_.empty()) ReadMissingRows();
  for (const uint32_t place : places_) {
    found_.push_back(place == RowSlabs::kNone ? nullptr : cache_.At(place));
  }
}

void RocksdbTable::Read(absl::Span<const int64_t> ids, int column, float* out) {
  layout_.CheckColumn(column);
  FindRows(ids);
  layout_.Read(ids, found_, column, out);
}

void RocksdbTable::Update(absl::Span<const int64_t> ids, const Change& change) {
  FindRows(ids);
  layout_.Change(ids, found_, change);
  cache_.Reserve(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    if (found_[i] == nullptr) {
      places_[i] = cache_.Add(ids[i]);
      found_[i] = cache_.At(places_[i]);
      ++added_;
    }
    cache_.MarkChanged(places_[i]);
  }
  layout_.Write(found_);
}

std::vector<int64_t> RocksdbTable::Ids(int64_t from, size_t most) {
  PADDLE_ENFORCE(cache_.changed().empty(), FailedPrecondition,
                 "rows of the table in '", path_,
                 "' are listed in the middle of a step");
  if (!folder_.is_open()) Reopen();
  return folder_.Ids(from, most);
}

void RocksdbTable::Drop() {
  cache_.Drop();
  added_ = 0;
}

void RocksdbTable::Write(const std::string& record) {
  if (folder_.failed()) Reopen();
  std::vector<std::pair<int64_t, const float*>> changed;
  for (const uint32_t place : cache_.changed()) {
    changed.emplace_back(cache_.IdAt(place), cache_.At(place));
  }
  std::sort(changed.begin(), changed.end());
  State next{state_.rows + added_, state_.steps + 1, record};
  folder_.Write(changed, absl::StrCat(columns_, "rows ", next.rows, kSteps,
                                      next.steps, "\n", record));
  state_ = std::move(next);
}

void RocksdbTable::Commit(const std::string& record) {
  try {
    Write(record);
  } catch (...) {
    Drop();
    throw;
  }
  cache_.Keep();
  added_ = 0;
}

void RocksdbTable::SaveTo(const std::string& folder) {
  PADDLE_ENFORCE(cache_.changed().empty(), FailedPrecondition, "the table in '",
                 path_, "' is saved in the middle of a step");
  if (!folder_.is_open()) Reopen();
  folder_.SaveTo(folder);
}

}  // namespace

std::unique_ptr<Table> NewRocksdbTable(std::vector<TableColumn> columns,
                                       RocksdbTableOptions options) {
  return std::make_unique<RocksdbTable>(std::move(columns), std::move(options));
}

}  // namespace paddle::distributed
