// Moves the rows of tables between servers and files, for checkpoints.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/parameter_client.h"
#include "paddle/framework/distributed/server/table_columns.h"
#include "paddle/framework/passes/parameter_server.h"

namespace paddle::distributed {

// Returns the tables of servers' programs, in the order of their names; each
// server has rows of all of them.
std::vector<TableSpec> TablesOf(
    const std::vector<framework::ServerPrograms>& programs);

// Says which rows are written, and how.
struct RowShare {
  int rank = 0;  // of `size` writers, which share out the servers
  int size = 1;
  int64_t epoch = 0;  // of the writers' group
  // Bytes of rows in a file, of which one is in memory at a time; at most 64
  // MiB.
  int64_t file_bytes = 32 << 20;
};

// Writes the rows that were changed, with what the optimizer keeps for them, to
// new files "table-T-S-N" of a folder: the number of the table, of the server,
// and of the piece. Each is a file of tensors (SaveTensors) "ids" and "column
// C" for each column C. Returns the names of the files of each table. Nobody
// changes rows meanwhile. Calls that are lost are made again. Errors are those
// of the servers, with the address, of RetryingCalls and of SaveTensors.
std::map<std::string, std::vector<std::string>> SaveServedRows(
    const std::vector<NamedServer>& servers,
    const std::vector<TableSpec>& tables, const std::string& folder,
    const RowShare& share);

// Throws, naming the table or the file, for files that SendServedRows would not
// send: it reads them all.
void CheckServedRows(
    const std::vector<TableSpec>& tables,
    const std::map<std::string, std::vector<std::string>>& files);

// Sends servers that begin anew the rows of such files, by table, whatever the
// number of servers was that had them; SendValues then says of which step they
// are. `epoch` is that of the sender's group. InvalidArgument, naming file and
// table, for a table that is not there, or has other columns, of which servers
// then may have some rows: CheckServedRows says before whether all is well.
// Otherwise errors are as above, and those of LoadTensors.
void SendServedRows(
    const std::vector<NamedServer>& servers,
    const std::vector<TableSpec>& tables,
    const std::map<std::string, std::vector<std::string>>& files,
    int64_t epoch);

}  // namespace paddle::distributed
