// Keeps the rows of a table by a library that is loaded at run time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/table/table.h"
#include "paddle/framework/distributed/table/table_backend.h"

namespace paddle::distributed {

// Returns the table of functions of a shared library, which is never unloaded.
// A path without a slash is looked for where the system looks. InvalidArgument,
// naming the file and the reason, for one that cannot be loaded, that has no
// table, or one of another version.
const PaddleRowsTable& LoadTableLibrary(const std::string& path);

// Returns a table with the rows and the record that are found in a folder,
// which is made if it is not there. Each step is on the disk when Commit() has
// returned. Errors are those of NewRocksdbTable.
std::unique_ptr<Table> NewTableByLibrary(const PaddleRowsTable& library,
                                         const std::string& folder,
                                         std::vector<TableColumn> columns);

}  // namespace paddle::distributed
