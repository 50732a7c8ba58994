// Reads from a program what the rows of a server's tables begin with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/distributed/table/table.h"
#include "paddle/framework/ir/program.h"

namespace paddle::distributed {

// A table of a server's program.
struct TableSpec {
  std::string name;
  int64_t height = 0;  // ids are below it
  // The parameter, and then what an optimizer keeps for it.
  std::vector<TableColumn> columns;
};

// Returns the tables of a server's startup program: its blocks "initialize:w"
// (ir/server_blocks.h). A row begins with the bits that the operators of the
// block would give a dense array in the first run on a scope. Unimplemented,
// naming operator and table, for operators other than fill_constant,
// uniform_random and gaussian_random, and for other data types than float32;
// InvalidArgument for columns that differ in height, and for a table without
// any.
std::vector<TableSpec> ReadTables(const framework::Program& startup);

}  // namespace paddle::distributed
