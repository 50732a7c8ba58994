// Keeps the rows of a table on a disk, with RocksDB.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/table/rocksdb_folder.h"
#include "paddle/framework/distributed/table/table.h"

namespace paddle::distributed {

// Says where rows are kept, and how well.
struct RocksdbTableOptions {
  std::string folder;  // made if it is not there; its parents must be
  Durability durability = Durability::kCheckpoint;
  // Bytes of memory for rows that are also on the disk. Rows that were changed
  // since the last Commit() are kept there, too, however many they are.
  size_t cache_bytes = size_t{256} << 20;
  // Bytes of memory for RocksDB: see RocksdbFolder.
  size_t rocksdb_bytes = size_t{256} << 20;
};

// Returns a table with the rows and the record that are found in a folder. Rows
// are changed in memory; Commit() writes those that were changed since the last
// one, and the record, in one batch.
//
// Reading, changing and committing throw Unavailable if the disk fails, and
// DataLoss if it is damaged; both name the folder. After a Commit() that failed
// the table has the rows of the last step, and the next one opens the folder
// again. If another step is found there than the table knew (the one that
// failed had reached the log after all; or, with kCheckpoint, what RocksDB had
// not moved to the disk could not be saved), then the table has that step's
// rows and record, and the call that opened it is Unavailable, too.
// InvalidArgument if the folder has the rows of other columns.
std::unique_ptr<Table> NewRocksdbTable(std::vector<TableColumn> columns,
                                       RocksdbTableOptions options);

}  // namespace paddle::distributed
