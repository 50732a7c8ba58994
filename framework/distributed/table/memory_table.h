// Keeps the rows of a table in memory.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/distributed/table/table.h"

namespace paddle::distributed {

// Returns a table that keeps what is written in memory: the columns of a row
// side by side, in slabs that never move, and an index of 8 to 16 bytes a row.
// InvalidArgument for no columns, and for a width below 1. LoadRows() of
// saved_rows.h reads what SaveTo() wrote, into a table of any kind.
std::unique_ptr<Table> NewMemoryTable(std::vector<TableColumn> columns);

}  // namespace paddle::distributed
