// Finds the parameters of which servers keep rows by id.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/update_parts.h"

namespace paddle::framework {

// A parameter [height, width] of float32, rows of which trainers fetch when
// they look them up: whole, it is nowhere.
struct ServedTable {
  std::string name;
  int64_t height = 0;
  int64_t width = 0;
  std::vector<int> lookups;    // operators of the global block, ascending
  std::vector<int> gradients;  // their gradients
};

// Returns the tables of a program: the parameters of look-ups with the
// attribute is_distributed, and those of at least 10^7 rows that are trained
// and that nothing but sparse look-ups reads. Unimplemented, naming operator
// and table, for an operator besides look-ups and the optimizer that reads one
// with the attribute, for a look-up inside a block, and for other data types;
// InvalidArgument for a look-up whose gradient is not sparse.
std::vector<ServedTable> FindTables(const Program& program);

// The part of an optimizer that updates a table.
struct TableUpdatePart {
  UpdatePart part;
  // The parameter, and what the optimizer keeps for each of its rows.
  NameList columns;
};

// Returns the part that updates a table, and removes it from `parts`.
// Unimplemented, naming operator and table, if there is none, if it needs other
// gradients too, and for an operator that changes or reads rows without a
// gradient: weight decay, or an optimizer without lazy_mode. With several
// `servers` also for one that needs all rows of the gradient, as clipping by
// its norm does.
TableUpdatePart TakeTablePart(const Program& program, const ServedTable& table,
                              int servers, std::vector<UpdatePart>* parts);

}  // namespace paddle::framework
