#include "paddle/framework/passes/table_block.h"

#include <utility>
#include <vector>

#include "absl/algorithm/container.h"

#include "paddle/framework/ir/named_block.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void AddArgument(const std::string& name, proto::DataType type,
                 const std::vector<int64_t>& dims, Program* server) {
  proto::VarDesc* var = server->global_block().Var(name);
  var->set_dtype(type);
  *var->mutable_dims() = {dims.begin(), dims.end()};
  var->set_is_feed(true);
}

// Inserts what makes a gradient, SelectedRows, of two arguments: the numbers of
// rows, and their values, of these dims. Returns its id.
int64_t InsertGradient(const std::string& parameter,
                       const std::string& gradient, const NameList& arguments,
                       const std::vector<int64_t>& dims, bool distributed,
                       Program* server) {
  AddArgument(arguments[0], proto::INT64, {dims[0]}, server);
  AddArgument(arguments[1], proto::FLOAT32, dims, server);
  proto::OpDesc op =
      MakeOp("lookup_table_grad",
             {{"W", {parameter}},
              {"Ids", {arguments[0]}},
              {"Out@GRAD", {arguments[1]}}},
             {{"W@GRAD", {gradient}}},
             {{"is_sparse", true}, {"is_distributed", distributed}});
  op.set_role(proto::OPTIMIZE);
  return server->InsertOp(0, 0, std::move(op)).id();
}

}  // namespace

NameList ArgumentsOf(const TableOnServer& table) {
  return {table.table.name + "@INDEX", table.gradient + "@VALUES"};
}

int64_t AppendRowGradient(const TableOnServer& table, Program* server) {
  SymbolTable& block = server->global_block();
  const int64_t width = table.table.width;
  const int64_t rows = block.sizes().Fresh(), given = block.sizes().Fresh();
  for (const std::string& name : table.columns) {
    block.GetVar(name).set_dims(0, rows);
  }
  // Operators that clip the gradient make others like it.
  for (proto::VarDesc& var : *block.mutable_desc()->mutable_vars()) {
    const bool like =
        var.kind() == proto::SELECTED_ROWS && var.dims(0) == table.table.height;
    if (like) var.set_dims(0, rows);
  }
  return InsertGradient(table.table.name, table.gradient, ArgumentsOf(table),
                        {given, width}, /*distributed=*/true, server);
}

NameList RowArgumentsOf(const std::string& gradient) {
  return {gradient + "@IDS", gradient + "@VALUES"};
}

int64_t AppendSparseGradient(const std::string& parameter,
                             const std::string& gradient, Program* server) {
  SymbolTable& block = server->global_block();
  const int64_t width = block.GetVar(parameter).dims(1);
  const int64_t given = block.sizes().Fresh();
  return InsertGradient(parameter, gradient, RowArgumentsOf(gradient),
                        {given, width}, /*distributed=*/false, server);
}

void MoveInitializers(const TableOnServer& table, Program* startup) {
  for (const std::string& name : table.columns) {
    PADDLE_ENFORCE(startup->global_block().WriterOf(name) != nullptr,
                   InvalidArgument, "the startup program gives '", name,
                   "', of the table '", table.table.name, "', no first value");
  }
  std::vector<bool> moves;
  for (const proto::OpDesc& op : startup->global_block().desc().ops()) {
    moves.push_back(absl::c_any_of(OutputNames(op), [&](const auto& name) {
      return absl::c_linear_search(table.columns, name);
    }));
  }
  MoveToNamedBlock(InitializeBlock(table.table.name), moves, {}, table.columns,
                   startup);
  Verify(*startup);
}

}  // namespace paddle::framework
