#include "paddle/framework/distributed/server/table_columns.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::GetAttr;
using framework::proto::OpDesc;

platform::RandomKey KeyOf(const OpDesc& op, const framework::Program& program) {
  const auto seed = static_cast<uint64_t>(GetAttr<int64_t>(op, "seed"));
  platform::RandomKey key;
  key.seed = seed != 0 ? seed : SeedOf(program);
  key.op = op.id();
  return key;
}

RowInitializer InitializerOf(const OpDesc& op, const std::string& table,
                             const framework::Program& program) {
  if (op.type() == "fill_constant") {
    return {RowInitializer::kConstant, GetAttr<double>(op, "value"), 0, {}};
  }
  if (op.type() == "uniform_random") {
    return {RowInitializer::kUniform, GetAttr<double>(op, "min"),
            GetAttr<double>(op, "max"), KeyOf(op, program)};
  }
  PADDLE_ENFORCE(op.type() == "gaussian_random", Unimplemented, "operator ",
                 op.type(), " gives the table '", table,
                 "' its first values: servers make rows of fill_constant, "
                 "uniform_random and gaussian_random");
  return {RowInitializer::kNormal, GetAttr<double>(op, "mean"),
          GetAttr<double>(op, "std"), KeyOf(op, program)};
}

void AddColumn(const OpDesc& op, const framework::Program& program,
               TableSpec* table) {
  const RowInitializer initializer = InitializerOf(op, table->name, program);
  const auto shape = GetAttr<std::vector<int64_t>>(op, "shape");
  const auto type = GetAttr<std::string>(op, "dtype");
  PADDLE_ENFORCE(shape.size() == 2 && type == "float32", Unimplemented,
                 "the table '", table->name, "' has an array of rank ",
                 shape.size(), " of ", type, ": servers keep rows of float32");
  PADDLE_ENFORCE(table->columns.empty() || table->height == shape[0],
                 InvalidArgument, "the arrays of the table '", table->name,
                 "' have ", table->height, " rows and ", shape[0]);
  table->height = shape[0];
  table->columns.push_back(
      {framework::Output(op, "Out"), shape[1], initializer});
}

}  // namespace

std::vector<TableSpec> ReadTables(const framework::Program& startup) {
  std::vector<TableSpec> tables;
  for (const framework::proto::BlockDesc& block : startup.desc().blocks()) {
    absl::string_view name = block.name();
    if (!absl::StartsWith(name, framework::kInitializePrefix)) continue;
    name.remove_prefix(absl::string_view(framework::kInitializePrefix).size());
    TableSpec table;
    table.name = std::string(name);
    for (const std::string& column : block.results()) {
      for (const OpDesc& op : block.ops()) {
        const bool of_it =
            absl::c_linear_search(framework::OutputNames(op), column);
        if (of_it) AddColumn(op, startup, &table);
      }
    }
    PADDLE_ENFORCE(!table.columns.empty(), InvalidArgument,
                   "nothing gives the table '", table.name,
                   "' its first values");
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace paddle::distributed
