// Keeps rows of tables in files of tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/distributed/table/table.h"

namespace paddle::distributed {

// Writes the rows of `ids` and the record of a table to the file "rows" of a
// new folder: tensors "ids", "record" and one for each column, after its name
// with "column " before it. Takes as much memory as the rows. AlreadyExists if
// the folder is there; Unavailable if the disk fails.
void SaveRows(std::vector<int64_t> ids, Table* table,
              const std::string& folder);

// Reads such a folder into a table and commits that. NotFound if it is not
// there; DataLoss if it is damaged; InvalidArgument if it has other columns.
void LoadRows(const std::string& folder, Table* table);

}  // namespace paddle::distributed
