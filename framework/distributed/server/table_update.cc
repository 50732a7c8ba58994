#include "paddle/framework/distributed/server/table_update.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/server/kept.h"
#include "paddle/framework/distributed/server/table_rows.h"
#include "paddle/framework/distributed/table/memory_table.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;

namespace {

// The record of a table that takes rows.
constexpr char kTaking[] = "taking";
// Bytes of rows in one reply.
constexpr int64_t kMostRead = (int64_t{1} << 31) - 1;

// The last step of a table.
struct KeptStep {
  int64_t steps = 0;
  bool has_before = true;
  // The parameter before it, of the rows that it changed.
  std::vector<int64_t> ids;
  Tensor before;
};

// Returns the record of a step. It has the rows of before, so that trainers may
// repeat the step whatever becomes of the process.
std::string RecordOf(const KeptStep& step) {
  std::string record = absl::StrCat(step.steps, "\n");
  record.append(reinterpret_cast<const char*>(step.ids.data()),
                step.ids.size() * sizeof(int64_t));
  record.append(static_cast<const char*>(step.before.raw_data()),
                step.before.bytes());
  return record;
}

// Reads one, or that of a table that has taken rows, which has none of before.
KeptStep ReadRecord(absl::string_view record, int64_t width,
                    const std::string& table) {
  KeptStep step;
  if (record.empty()) return step;
  const size_t end = std::min(record.find('\n'), record.size());
  const absl::string_view rows =
      record.substr(std::min(end + 1, record.size()));
  const size_t row = sizeof(int64_t) + width * sizeof(float);
  PADDLE_ENFORCE(absl::SimpleAtoi(record.substr(0, end), &step.steps) &&
                     rows.size() % row == 0,
                 DataLoss, "the table '", table,
                 "' was left by something else than a server: its record is '",
                 record.substr(0, 40), "'");
  step.has_before = end < record.size() || step.steps == 0;
  step.ids.resize(rows.size() / row);
  const size_t id_bytes = step.ids.size() * sizeof(int64_t);
  std::copy_n(rows.data(), id_bytes, reinterpret_cast<char*>(step.ids.data()));
  step.before = Tensor(Dims({static_cast<int64_t>(step.ids.size()), width}),
                       DataType::kFloat32);
  std::copy_n(rows.data() + id_bytes, step.before.bytes(),
              static_cast<char*>(step.before.raw_mutable_data()));
  return step;
}

}  // namespace

std::unique_ptr<Table> NewTableInMemory(const std::string&,
                                        std::vector<TableColumn> columns) {
  return NewMemoryTable(std::move(columns));
}

TableUpdate::TableUpdate(const TableSpec& spec, std::string block,
                         BlockServer* blocks, const TableFactory& new_table,
                         bool is_kept)
    : name_(spec.name),
      height_(spec.height),
      block_(std::move(block)),
      blocks_(blocks),
      is_kept_(is_kept),
      table_(ReadKept(absl::StrCat("the table '", spec.name, "'"),
                      [&] { return new_table(spec.name, spec.columns); })),
      rows_(spec.height, spec.columns.at(0).width) {
  const std::string& record = table_->record();
  is_taking_ = record == kTaking;
  if (is_taking_) return;
  KeptStep kept = ReadRecord(record, table_->columns()[0].width, name_);
  steps_ = kept.steps;
  has_before_ = kept.has_before;
  before_ids_ = std::move(kept.ids);
  before_ = std::move(kept.before);
}

void TableUpdate::Apply() {
  RowGradient gradient = rows_.TakeMean();
  Tensor before(Dims({static_cast<int64_t>(gradient.ids.size()),
                      table_->columns()[0].width}),
                DataType::kFloat32);
  const auto change = [&](absl::Span<float* const> columns) {
    if (before.numel() > 0) {
      std::memcpy(before.raw_mutable_data(), columns[0], before.bytes());
    }
    Change(gradient, columns);
  };
  ReadKept(absl::StrCat("a row of the table '", name_, "'"),
           [&] { table_->Update(gradient.ids, change); });
  KeptStep made = {steps_ + 1, true, std::move(gradient.ids), before};
  Keep(absl::StrCat("step ", steps_, " of the table '", name_, "'"),
       [&] { table_->Commit(is_kept_ ? RecordOf(made) : std::string()); });
  before_ids_ = std::move(made.ids);
  before_ = std::move(made.before);
  has_before_ = true;
  ++steps_;
}

void TableUpdate::Change(const RowGradient& gradient,
                         absl::Span<float* const> columns) {
  const auto count = static_cast<int64_t>(gradient.ids.size());
  std::vector<LentArray> lent;
  for (size_t i = 0; i < columns.size(); ++i) {
    const TableColumn& column = table_->columns()[i];
    lent.push_back({column.name, columns[i], Dims({count, column.width})});
  }
  blocks_->RunOn(lent, block_,
                 {LoDTensor(gradient.index), LoDTensor(gradient.values)});
}

void TableUpdate::PutBack(absl::Span<const int64_t> ids, float* rows) const {
  const int64_t width = table_->columns()[0].width;
  const float* const before = before_.data<float>();
  const auto begin = before_ids_.begin(), end = before_ids_.end();
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto found = std::lower_bound(begin, end, ids[i]);
    if (found == end || *found != ids[i]) continue;
    std::memcpy(rows + i * width, before + (found - begin) * width,
                width * sizeof(float));
  }
}

std::vector<Tensor> TableUpdate::List(int64_t from, int64_t most) const {
  return ReadKept(absl::StrCat("a row of the table '", name_, "'"),
                  [&] { return ListRows(table_.get(), from, most); });
}

void TableUpdate::Take(absl::Span<const Tensor> rows) {
  PADDLE_ENFORCE(steps_ == 0, FailedPrecondition, "the table '", name_,
                 "' is sent rows, and has made ", steps_, " steps");
  ReadKept(absl::StrCat("a row of the table '", name_, "'"),
           [&] { SetRows(rows, height_, table_.get()); });
  Keep(absl::StrCat("rows of the table '", name_, "'"),
       [&] { table_->Commit(kTaking); });
  is_taking_ = true;
}

void TableUpdate::EndTaking(int64_t steps) {
  if (!is_taking_) return;
  Keep(absl::StrCat("rows of the table '", name_, "'"),
       [&] { table_->Commit(absl::StrCat(steps)); });
  is_taking_ = false;
  steps_ = steps;
  has_before_ = steps == 0;
}

Tensor TableUpdate::Read(const Tensor& ids, int64_t steps, bool latest) const {
  const bool last = !latest && steps + 1 == steps_ && has_before_;
  PADDLE_ENFORCE(latest || last || steps == steps_, FailedPrecondition,
                 "rows of the table '", name_, "' before step ", steps,
                 " are asked for, and the server has made ", steps_, " steps");
  PADDLE_ENFORCE(ids.dtype() == DataType::kInt64 && ids.rank() == 1,
                 InvalidArgument, "rows of the table '", name_,
                 "' are asked for by ", ids.dims().ToString(), " of ",
                 framework::DataTypeName(ids.dtype()), ", not by int64 [n]");
  const int64_t width = table_->columns()[0].width;
  PADDLE_ENFORCE(ids.numel() <= kMostRead / (width * sizeof(float)),
                 InvalidArgument, ids.numel(), " rows of ", width,
                 " numbers of the table '", name_,
                 "' are asked for at once; a reply has less than 2 GiB");
  const absl::Span<const int64_t> span(ids.data<int64_t>(), ids.numel());
  for (const int64_t id : span) {
    PADDLE_ENFORCE(0 <= id && id < height_, OutOfRange, "id ", id,
                   " is outside the table '", name_, "': [0, ", height_, ")");
  }
  Tensor rows(Dims({ids.numel(), width}), DataType::kFloat32);
  ReadKept(absl::StrCat("a row of the table '", name_, "'"),
           [&] { table_->Read(span, 0, rows.mutable_data<float>()); });
  if (last) PutBack(span, rows.mutable_data<float>());
  return rows;
}

}  // namespace paddle::distributed
