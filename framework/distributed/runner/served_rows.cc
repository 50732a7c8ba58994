#include "paddle/framework/distributed/runner/served_rows.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/retrying_calls.h"
#include "paddle/framework/distributed/server/row_place.h"
#include "paddle/framework/distributed/server/table_rows.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::NamedTensors;
using framework::Tensor;

constexpr char kIds[] = "ids";

std::string NameOf(const TableColumn& column) {
  return absl::StrCat("column ", column.name);
}

// Returns the next rows that a server has, from id `from` on.
std::vector<Tensor> Listed(RetryingCalls* calls, int server,
                           const TableSpec& table, int64_t epoch, int64_t from,
                           int64_t most) {
  Call call;
  call.head.set_epoch(epoch);
  call.head.set_block(absl::StrCat(kListRowsPrefix, table.name));
  Tensor asked(Dims({2}), DataType::kInt64);
  asked.mutable_data<int64_t>()[0] = from;
  asked.mutable_data<int64_t>()[1] = most;
  call.tensors = {asked};
  const auto reply = std::make_shared<Reply>();
  calls->Ask(server, std::move(call), reply);
  calls->Wait(/*interruptible=*/false);
  calls->Forget(server);
  PADDLE_ENFORCE(reply->tensors.size() == table.columns.size() + 1 &&
                     reply->tensors[0].dtype() == DataType::kInt64,
                 DataLoss, "the server ", calls->server(server).name,
                 " lists rows of the table '", table.name, "' as ",
                 reply->tensors.size(), " arrays");
  return std::move(reply->tensors);
}

void SaveRowsAs(const std::string& path, const TableSpec& table,
                const std::vector<Tensor>& rows) {
  NamedTensors tensors;
  tensors[kIds] = LoDTensor(rows[0]);
  for (size_t i = 0; i < table.columns.size(); ++i) {
    tensors[NameOf(table.columns[i])] = LoDTensor(rows[i + 1]);
  }
  SaveTensors(path, tensors);
}

// Writes the rows that a server has to files with a prefix, and adds their
// names.
void SaveRowsOf(RetryingCalls* calls, int server, const TableSpec& table,
                const RowShare& share, const std::string& folder,
                const std::string& prefix, std::vector<std::string>* names) {
  const int64_t most =
      std::max<int64_t>(1, share.file_bytes / RowBytes(table.columns));
  int64_t from = 0;
  for (int piece = 0;; ++piece) {
    const std::vector<Tensor> rows =
        Listed(calls, server, table, share.epoch, from, most);
    if (rows[0].numel() == 0) return;
    names->push_back(absl::StrCat(prefix, piece));
    SaveRowsAs(absl::StrCat(folder, "/", names->back()), table, rows);
    from = rows[0].data<int64_t>()[rows[0].numel() - 1] + 1;
  }
}

// Returns a value of a file of rows; -1 in `dims` is any number of them.
const Tensor& Find(const NamedTensors& tensors, const std::string& name,
                   const Dims& dims, DataType type, const std::string& what) {
  const auto found = tensors.find(name);
  const auto* value =
      found == tensors.end() ? nullptr : std::get_if<LoDTensor>(&found->second);
  PADDLE_ENFORCE(value != nullptr && value->dtype() == type &&
                     value->rank() == dims.rank() &&
                     (dims[0] < 0 || value->dims() == dims),
                 InvalidArgument, what, " have no '", name, "' of ",
                 framework::DataTypeName(type), " as the program's have");
  return *value;
}

// Returns the rows of a file, as servers list them.
std::vector<Tensor> LoadRowsOf(const std::string& path,
                               const TableSpec& table) {
  const NamedTensors tensors = framework::LoadTensors(path);
  const std::string what =
      absl::StrCat("the rows of the table '", table.name, "' in ", path);
  std::vector<Tensor> rows = {
      Find(tensors, kIds, Dims({-1}), DataType::kInt64, what)};
  for (const TableColumn& column : table.columns) {
    rows.push_back(Find(tensors, NameOf(column),
                        Dims({rows[0].numel(), column.width}),
                        DataType::kFloat32, what));
  }
  return rows;
}

// Returns some of the rows.
std::vector<Tensor> Chosen(const std::vector<Tensor>& rows,
                           const std::vector<size_t>& places) {
  std::vector<Tensor> chosen;
  for (const Tensor& all : rows) {
    std::vector<int64_t> dims = {static_cast<int64_t>(places.size())};
    if (all.rank() == 2) dims.push_back(all.dims()[1]);
    chosen.emplace_back(Dims(dims), all.dtype());
    const size_t bytes = all.numel() == 0 ? 0 : all.bytes() / all.dims()[0];
    const auto* const from = static_cast<const char*>(all.raw_data());
    auto* to = static_cast<char*>(chosen.back().raw_mutable_data());
    for (const size_t place : places) {
      to = std::copy_n(from + place * bytes, bytes, to);
    }
  }
  return chosen;
}

// Sends each server its part of the rows, which may be none.
void Send(RetryingCalls* calls, const TableSpec& table,
          const std::vector<Tensor>& rows, int64_t epoch) {
  const absl::Span<const int64_t> ids(rows[0].data<int64_t>(), rows[0].numel());
  const auto places = PlacesByServer(ids, calls->size());
  for (int server = 0; server < calls->size(); ++server) {
    Call call;
    call.head.set_block(absl::StrCat(kTakeRowsPrefix, table.name));
    call.head.set_epoch(epoch);
    call.tensors = Chosen(rows, places[server]);
    calls->Push(server, std::move(call));
  }
  calls->Wait(/*interruptible=*/false);
  calls->ForgetAll();
}

void CheckNames(const std::vector<TableSpec>& tables,
                const std::map<std::string, std::vector<std::string>>& files) {
  for (const auto& file : files) {
    const std::string& name = file.first;
    const bool known = absl::c_any_of(
        tables, [&](const TableSpec& table) { return table.name == name; });
    PADDLE_ENFORCE(known, InvalidArgument, "there are rows of a table '", name,
                   "', which the program does not have");
  }
}

std::vector<Tensor> NoRows(const TableSpec& table) {
  std::vector<Tensor> rows = {Tensor(Dims({0}), DataType::kInt64)};
  for (const TableColumn& column : table.columns) {
    rows.emplace_back(Dims({0, column.width}), DataType::kFloat32);
  }
  return rows;
}

}  // namespace

std::vector<TableSpec> TablesOf(
    const std::vector<framework::ServerPrograms>& programs) {
  std::vector<TableSpec> tables = ReadTables(*programs.at(0).startup);
  absl::c_sort(tables, [](const TableSpec& a, const TableSpec& b) {
    return a.name < b.name;
  });
  return tables;
}

std::map<std::string, std::vector<std::string>> SaveServedRows(
    const std::vector<NamedServer>& servers,
    const std::vector<TableSpec>& tables, const std::string& folder,
    const RowShare& share) {
  std::map<std::string, std::vector<std::string>> files;
  RetryingCalls calls(servers, RetryOptions());
  for (size_t i = 0; i < tables.size(); ++i) {
    const TableSpec& table = tables[i];
    std::vector<std::string>& names = files[table.name];
    for (int server = share.rank; server < calls.size(); server += share.size) {
      SaveRowsOf(&calls, server, table, share, folder,
                 absl::StrCat("table-", i, "-", server, "-"), &names);
    }
  }
  return files;
}

void CheckServedRows(
    const std::vector<TableSpec>& tables,
    const std::map<std::string, std::vector<std::string>>& files) {
  CheckNames(tables, files);
  for (const TableSpec& table : tables) {
    const auto found = files.find(table.name);
    if (found == files.end()) continue;
    for (const std::string& path : found->second) LoadRowsOf(path, table);
  }
}

void SendServedRows(
    const std::vector<NamedServer>& servers,
    const std::vector<TableSpec>& tables,
    const std::map<std::string, std::vector<std::string>>& files,
    int64_t epoch) {
  CheckNames(tables, files);
  RetryingCalls calls(servers, RetryOptions());
  for (const TableSpec& table : tables) {
    // A server takes rows, too, if it has none of them.
    Send(&calls, table, NoRows(table), epoch);
    const auto found = files.find(table.name);
    if (found == files.end()) continue;
    for (const std::string& path : found->second) {
      Send(&calls, table, LoadRowsOf(path, table), epoch);
    }
  }
}

}  // namespace paddle::distributed
