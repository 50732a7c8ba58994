// Lists the rows of a table, and sets rows that were listed, in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/table/table.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Returns the bytes of all columns of a row.
int64_t RowBytes(absl::Span<const TableColumn> columns);

// Returns rows that were written, from id `from` on: their ids, int64 [n],
// ascending, and for each column an array [n, width] of float32. There are at
// most `most` of them, in at most 64 MiB unless one row is larger; none if
// there are no more. Errors are those of Table::Ids and Table::Read.
std::vector<framework::Tensor> ListRows(Table* table, int64_t from,
                                        int64_t most);

// Sets rows to arrays such as ListRows returns. InvalidArgument, and nothing is
// set, for arrays of other columns; OutOfRange for an id outside of [0,
// height); other errors are those of Table::Update. `ids` may have no order,
// but none twice.
void SetRows(absl::Span<const framework::Tensor> rows, int64_t height,
             Table* table);

}  // namespace paddle::distributed
