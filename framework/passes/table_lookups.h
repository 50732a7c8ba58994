// Makes look-ups fetch the rows of tables from servers.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns a program that fetches the rows of each table (served_tables.h)
// before its first look-up, by the raw variable `servers`, and looks them up
// there:
//
//   {Rows: w@ROWS, RowIds: w@IDS, Places: [w@INDEX]} = pull_rows(Ids=[ids])
//   out = lookup_table(W=w@ROWS, Ids=w@INDEX)
//   # backward
//   w@ROWS@GRAD = lookup_table_grad(W=w@ROWS, Ids=w@INDEX, Out@GRAD=out@GRAD)
//   w@GRAD = renumber_rows(X=w@ROWS@GRAD, RowIds=w@IDS)
//
// The gradient of the table is what it was, so that only the optimizer still
// mentions the table. Unimplemented, naming the variable, for ids that another
// look-up in the same table has to come before.
std::shared_ptr<Program> FetchTableRows(const Program& program,
                                        const std::string& servers);

}  // namespace paddle::framework
