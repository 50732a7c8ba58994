#include "paddle/framework/distributed/server/row_calls.h"

#include <cstring>

#include "paddle/framework/distributed/server/id_rows.h"
#include "paddle/framework/distributed/server/row_place.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;

SortedRows Gather(const std::vector<IdRow>& rows, int64_t width) {
  const auto count = static_cast<int64_t>(rows.size());
  SortedRows sorted{Tensor(Dims({count}), DataType::kInt64),
                    Tensor(Dims({count, width}), DataType::kFloat32)};
  int64_t* ids = sorted.ids.mutable_data<int64_t>();
  float* next = sorted.rows.mutable_data<float>();
  for (const IdRow& row : rows) {
    *ids++ = row.id;
    std::memcpy(next, row.numbers, width * sizeof(float));
    next += width;
  }
  return sorted;
}

void CheckRows(const SelectedRows& rows, int64_t width) {
  rows.Check();
  PADDLE_ENFORCE(
      rows.value().dtype() == DataType::kFloat32 &&
          rows.value().dims().Slice(1, rows.value().rank()) == Dims({width}),
      InvalidArgument, "rows ", rows.value().dims().ToString(), " of ",
      framework::DataTypeName(rows.value().dtype()),
      " of a table of float32 [n, ", width, "]");
}

// Calls a function for each row, in their order.
template <class Function>
void ForEach(absl::Span<const SelectedRows> rows, int64_t width,
             const Function& function) {
  for (const SelectedRows& each : rows) {
    CheckRows(each, width);
    const float* numbers = each.value().data<float>();
    for (const int64_t id : each.rows()) {
      function(IdRow{id, numbers});
      numbers += width;
    }
  }
}

}  // namespace

std::vector<SortedRows> SortRows(absl::Span<const SelectedRows> rows,
                                 int64_t width, int servers) {
  std::vector<std::vector<IdRow>> parts(servers);
  ForEach(rows, width, [&](const IdRow& row) {
    parts[ServerOfRow(row.id, servers)].push_back(row);
  });
  std::vector<SortedRows> sorted;
  for (std::vector<IdRow>& part : parts) {
    SortById(&part);
    sorted.push_back(Gather(part, width));
  }
  return sorted;
}

SortedRows JoinRows(absl::Span<const SelectedRows> rows, int64_t width) {
  std::vector<IdRow> all;
  ForEach(rows, width, [&](const IdRow& row) { all.push_back(row); });
  return Gather(all, width);
}

RowRequest::RowRequest(absl::Span<const int64_t> ids, int servers)
    : ids_(ids), places_(PlacesByServer(ids, servers)) {}

Tensor RowRequest::Ids(int server) const {
  const std::vector<size_t>& places = places_[server];
  Tensor ids(Dims({static_cast<int64_t>(places.size())}), DataType::kInt64);
  int64_t* next = ids.mutable_data<int64_t>();
  for (const size_t place : places) *next++ = ids_[place];
  return ids;
}

void RowRequest::Place(int server, absl::Span<const Tensor> reply,
                       Tensor* all) const {
  const std::vector<size_t>& places = places_[server];
  const int64_t width = all->dims()[1];
  PADDLE_ENFORCE_EQ(reply.size(), 1u, "arrays in the reply");
  PADDLE_ENFORCE(
      reply[0].dtype() == DataType::kFloat32 &&
          reply[0].dims() == Dims({static_cast<int64_t>(places.size()), width}),
      DataLoss, "the reply is ", reply[0].dims().ToString(), " of ",
      framework::DataTypeName(reply[0].dtype()), ", not [", places.size(), ", ",
      width, "] of float32");
  const float* next = reply[0].data<float>();
  float* const to = all->mutable_data<float>();
  for (const size_t place : places) {
    std::memcpy(to + place * width, next, width * sizeof(float));
    next += width;
  }
}

}  // namespace paddle::distributed
