#include "paddle/framework/distributed/server/table_rows.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

constexpr int64_t kMostBytes = 64 << 20;

void CheckIds(absl::Span<const int64_t> ids, int64_t height) {
  for (const int64_t id : ids) {
    PADDLE_ENFORCE(0 <= id && id < height, OutOfRange, "id ", id,
                   " of a row that is sent is outside the table: [0, ", height,
                   ")");
  }
  std::vector<int64_t> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  PADDLE_ENFORCE(twice == sorted.end(), InvalidArgument, "the row ", *twice,
                 " of a table is sent twice");
}

void CheckColumns(absl::Span<const Tensor> rows,
                  absl::Span<const TableColumn> columns) {
  PADDLE_ENFORCE(rows.size() == columns.size() + 1, InvalidArgument,
                 "rows of a table of ", columns.size(), " columns are sent as ",
                 rows.size(), " arrays");
  PADDLE_ENFORCE(rows[0].rank() == 1 && rows[0].dtype() == DataType::kInt64,
                 InvalidArgument, "ids of rows are sent as ",
                 rows[0].dims().ToString(), " of ",
                 framework::DataTypeName(rows[0].dtype()));
  for (size_t i = 0; i < columns.size(); ++i) {
    const Tensor& values = rows[i + 1];
    PADDLE_ENFORCE(values.dims() == (Dims{rows[0].numel(), columns[i].width}) &&
                       values.dtype() == DataType::kFloat32,
                   InvalidArgument, "the column '", columns[i].name, "' of ",
                   rows[0].numel(), " rows is sent as ",
                   values.dims().ToString(), " of ",
                   framework::DataTypeName(values.dtype()));
  }
}

}  // namespace

int64_t RowBytes(absl::Span<const TableColumn> columns) {
  int64_t width = 0;
  for (const TableColumn& column : columns) width += column.width;
  return width * static_cast<int64_t>(sizeof(float));
}

std::vector<Tensor> ListRows(Table* table, int64_t from, int64_t most) {
  const std::vector<TableColumn>& columns = table->columns();
  const int64_t room = std::max<int64_t>(1, kMostBytes / RowBytes(columns));
  const std::vector<int64_t> ids =
      table->Ids(from, static_cast<size_t>(std::clamp<int64_t>(most, 0, room)));
  const auto count = static_cast<int64_t>(ids.size());
  std::vector<Tensor> listed = {Tensor(Dims({count}), DataType::kInt64)};
  std::copy(ids.begin(), ids.end(), listed[0].mutable_data<int64_t>());
  for (size_t i = 0; i < columns.size(); ++i) {
    listed.emplace_back(Dims({count, columns[i].width}), DataType::kFloat32);
    table->Read(ids, static_cast<int>(i), listed.back().mutable_data<float>());
  }
  return listed;
}

void SetRows(absl::Span<const Tensor> rows, int64_t height, Table* table) {
  CheckColumns(rows, table->columns());
  const absl::Span<const int64_t> ids(rows[0].data<int64_t>(), rows[0].numel());
  CheckIds(ids, height);
  if (ids.empty()) return;
  table->Update(ids, [&](absl::Span<float* const> columns) {
    for (size_t i = 0; i < columns.size(); ++i) {
      std::memcpy(columns[i], rows[i + 1].raw_data(), rows[i + 1].bytes());
    }
  });
}

}  // namespace paddle::distributed
