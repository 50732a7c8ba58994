// Writes what a server does with rows of a gradient.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/served_tables.h"

namespace paddle::framework {

// A table that an optimizer changes, of which each server has rows.
struct TableOnServer {
  ServedTable table;
  std::string gradient;
  NameList columns;
};

// Returns the arguments of the update of a table: for each row of the gradient,
// the number of its row among those that change, and the values.
NameList ArgumentsOf(const TableOnServer& table);

// Makes the columns of a table those rows that change, one behind the other,
// and inserts the operator that makes the gradient, SelectedRows, of
// ArgumentsOf. Returns its id.
int64_t AppendRowGradient(const TableOnServer& table, Program* server);

// Returns the arguments of the update of a whole parameter by a sparse
// gradient: the number of the row of each row, and the values.
NameList RowArgumentsOf(const std::string& gradient);

// Inserts the operator that makes the gradient of a whole parameter,
// SelectedRows, of RowArgumentsOf. Returns its id.
int64_t AppendSparseGradient(const std::string& parameter,
                             const std::string& gradient, Program* server);

// Moves what gives the columns their first values, in a startup program, to the
// block "initialize:<table>", which nobody runs. InvalidArgument, naming the
// column, if nothing does.
void MoveInitializers(const TableOnServer& table, Program* startup);

}  // namespace paddle::framework
