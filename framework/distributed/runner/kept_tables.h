// Keeps the tables of a server in its folder.
#pragma once

#include <string>

#include "paddle/framework/distributed/server/table_update.h"

namespace paddle::distributed {

// Returns what makes tables in a folder that is there, "table-NAME" for each,
// by a library (LoadTableLibrary), which is loaded for the first of them: each
// step of theirs is on the disk before anybody learns of it, and they go on
// from what is found. FailedPrecondition, naming PADDLE_ROCKSDB_LIBRARY, if the
// library is not there; otherwise errors are those of NewTableByLibrary.
TableFactory TablesIn(const std::string& folder, const std::string& library);

// Removes the tables in a folder, which nobody uses. ResourceExhausted if the
// disk fails.
void RemoveTables(const std::string& folder);

}  // namespace paddle::distributed
