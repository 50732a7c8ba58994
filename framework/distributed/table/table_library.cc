#include "paddle/framework/distributed/table/table_library.h"

#include <exception>
#include <utility>

#include "absl/strings/string_view.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/load_table.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

// Throws what the library has written.
[[noreturn]] void Throw(const PaddleRowsError& error) {
  const bool known =
      0 <= error.code && error.code <= static_cast<int>(ErrorCode::kInternal);
  platform::internal::ThrowError(
      known ? static_cast<ErrorCode>(error.code) : ErrorCode::kInternal,
      {absl::string_view(error.text)}, __FILE__, __LINE__);
}

// Calls a function of the library that may fail.
template <class Function, class... Arguments>
void Make(Function function, Arguments... arguments) {
  PaddleRowsError error;
  if (!function(arguments..., &error)) Throw(error);
}

PaddleRowsColumn GivenColumn(const TableColumn& column) {
  const RowInitializer& initial = column.initializer;
  return {column.name.c_str(), column.width,    initial.kind,
          initial.a,           initial.b,       initial.key.seed,
          initial.key.op,      initial.key.step};
}

// A change, and the error that has ended it: none may leave the library.
struct Changing {
  const Table::Change& change;
  std::exception_ptr error;
};

bool Run(void* caller, float* const* columns, size_t count) {
  auto* changing = static_cast<Changing*>(caller);
  try {
    changing->change({columns, count});
    return true;
  } catch (...) {
    changing->error = std::current_exception();
    return false;
  }
}

class LibraryTable final : public Table {
 public:
  LibraryTable(const PaddleRowsTable& library, const std::string& folder,
               std::vector<TableColumn> columns);
  ~LibraryTable() override { library_.close(rows_); }

  const std::vector<TableColumn>& columns() const override { return columns_; }
  int64_t rows() const override { return library_.count(rows_); }
  size_t bytes() const override { return library_.memory(rows_); }

  void Read(absl::Span<const int64_t> ids, int column, float* out) override {
    Make(library_.read, rows_, ids.data(), ids.size(), column, out);
  }
  void Update(absl::Span<const int64_t> ids, const Change& change) override;
  std::vector<int64_t> Ids(int64_t from, size_t most) override;

  void Commit(const std::string& record) override {
    Make(library_.commit, rows_, record.data(), record.size());
  }
  const std::string& record() const override;
  void SaveTo(const std::string& folder) override {
    Make(library_.save, rows_, folder.c_str());
  }

 private:
  const PaddleRowsTable& library_;
  const std::vector<TableColumn> columns_;
  PaddleRows* rows_ = nullptr;
  mutable std::string record_;  // what the last call of record() has read
};

LibraryTable::LibraryTable(const PaddleRowsTable& library,
                           const std::string& folder,
                           std::vector<TableColumn> columns)
    : library_(library), columns_(std::move(columns)) {
  std::vector<PaddleRowsColumn> given;
  for (const TableColumn& each : columns_) given.push_back(GivenColumn(each));
  Make(library_.open, folder.c_str(), given.data(), given.size(), &rows_);
}

void LibraryTable::Update(absl::Span<const int64_t> ids, const Change& change) {
  Changing changing = {change, nullptr};
  PaddleRowsError error;
  if (library_.update(rows_, ids.data(), ids.size(), &Run, &changing, &error)) {
    return;
  }
  if (changing.error != nullptr) std::rethrow_exception(changing.error);
  Throw(error);
}

std::vector<int64_t> LibraryTable::Ids(int64_t from, size_t most) {
  std::vector<int64_t> ids(most);
  size_t count = 0;
  Make(library_.ids, rows_, from, most, ids.data(), &count);
  ids.resize(count);
  return ids;
}

const std::string& LibraryTable::record() const {
  const char* text = nullptr;
  size_t bytes = 0;
  library_.record(rows_, &text, &bytes);
  record_.assign(text, bytes);
  return record_;
}

}  // namespace

const PaddleRowsTable& LoadTableLibrary(const std::string& path) {
  return platform::LoadTable<PaddleRowsTable>(
      path, {PADDLE_ROWS_ENTRY, PADDLE_ROWS_VERSION, sizeof(PaddleRowsTable),
             "keeps no rows of tables"});
}

std::unique_ptr<Table> NewTableByLibrary(const PaddleRowsTable& library,
                                         const std::string& folder,
                                         std::vector<TableColumn> columns) {
  return std::make_unique<LibraryTable>(library, folder, std::move(columns));
}

}  // namespace paddle::distributed
