// The library libpaddle_rocksdb.so: tables in RocksDB behind the C interface.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/table/rocksdb_table.h"
#include "paddle/framework/distributed/table/table_backend.h"
#include "paddle/platform/enforce.h"

struct PaddleRows {
  std::unique_ptr<paddle::distributed::Table> table;
};

namespace paddle::distributed {
namespace {

void SetError(platform::ErrorCode code, const char* text,
              PaddleRowsError* error) {
  error->code = static_cast<int32_t>(code);
  std::snprintf(error->text, sizeof(error->text), "%s", text);
}

// Runs the body; false, with an error, if it throws.
template <class Body>
bool Guarded(PaddleRowsError* error, const Body& body) {
  try {
    body();
    return true;
  } catch (const platform::Error& caught) {
    SetError(caught.code(), caught.message().c_str(), error);
  } catch (const std::bad_alloc& caught) {
    SetError(platform::ErrorCode::kResourceExhausted, caught.what(), error);
  } catch (const std::exception& caught) {
    SetError(platform::ErrorCode::kInternal, caught.what(), error);
  }
  return false;
}

TableColumn ColumnOf(const PaddleRowsColumn& given) {
  TableColumn column;
  column.name = given.name;
  column.width = given.width;
  column.initializer = {static_cast<RowInitializer::Kind>(given.kind),
                        given.a,
                        given.b,
                        {given.seed, given.op, given.step}};
  return column;
}

bool Open(const char* folder, const PaddleRowsColumn* columns, size_t count,
          PaddleRows** rows, PaddleRowsError* error) {
  return Guarded(error, [&] {
    RocksdbTableOptions options;
    options.folder = folder;
    options.durability = Durability::kStep;
    std::vector<TableColumn> all;
    std::transform(columns, columns + count, std::back_inserter(all), ColumnOf);
    auto made = std::make_unique<PaddleRows>();
    made->table = NewRocksdbTable(std::move(all), std::move(options));
    *rows = made.release();
  });
}

void Close(PaddleRows* rows) { delete rows; }

int64_t Count(const PaddleRows* rows) { return rows->table->rows(); }

size_t Memory(const PaddleRows* rows) { return rows->table->bytes(); }

bool Read(PaddleRows* rows, const int64_t* ids, size_t count, int32_t column,
          float* out, PaddleRowsError* error) {
  return Guarded(error, [&] { rows->table->Read({ids, count}, column, out); });
}

bool Update(PaddleRows* rows, const int64_t* ids, size_t count,
            PaddleRowsChange change, void* caller, PaddleRowsError* error) {
  return Guarded(error, [&] {
    rows->table->Update({ids, count}, [&](absl::Span<float* const> columns) {
      PADDLE_ENFORCE(change(caller, columns.data(), columns.size()), Cancelled,
                     "the other side has ended the update, and knows why");
    });
  });
}

bool Ids(PaddleRows* rows, int64_t from, size_t most, int64_t* ids,
         size_t* count, PaddleRowsError* error) {
  return Guarded(error, [&] {
    const std::vector<int64_t> found = rows->table->Ids(from, most);
    std::copy(found.begin(), found.end(), ids);
    *count = found.size();
  });
}

bool Commit(PaddleRows* rows, const char* record, size_t bytes,
            PaddleRowsError* error) {
  return Guarded(error, [&] { rows->table->Commit({record, bytes}); });
}

void Record(const PaddleRows* rows, const char** text, size_t* bytes) {
  const std::string& record = rows->table->record();
  *text = record.data();
  *bytes = record.size();
}

bool Save(PaddleRows* rows, const char* folder, PaddleRowsError* error) {
  return Guarded(error, [&] { rows->table->SaveTo(folder); });
}

constexpr PaddleRowsTable kTable = {
    PADDLE_ROWS_VERSION,
    sizeof(PaddleRowsTable),
    &Open,
    &Close,
    &Count,
    &Memory,
    &Read,
    &Update,
    &Ids,
    &Commit,
    &Record,
    &Save,
};

}  // namespace
}  // namespace paddle::distributed

extern "C" const PaddleRowsTable* PaddleRowsBackend() {
  return &paddle::distributed::kTable;
}
