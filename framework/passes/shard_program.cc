#include "paddle/framework/passes/shard_program.h"

#include <string>
#include <utility>

#include "paddle/framework/ir/cleanup.h"

namespace paddle::framework {

namespace {

bool HasRows(const proto::OpDesc& exchange) {
  return exchange.type() == "allgather" ||
         exchange.type() == "accumulate_shard_rows";
}

// Returns the operator that keeps for later what `exchange` would exchange.
proto::OpDesc Accumulate(const proto::OpDesc& exchange) {
  proto::OpDesc op = exchange;
  op.set_type(HasRows(exchange) ? "accumulate_shard_rows" : "accumulate_shard");
  op.clear_outputs();
  op.clear_attrs();
  for (const char* name : {"nominal_rows", "exchange", "kept"}) {
    for (const proto::Attr& attr : exchange.attrs()) {
      if (attr.name() == name) *op.add_attrs() = attr;
    }
  }
  return op;
}

void InsertAccumulations(const std::vector<InsertedOp>& exchange,
                         Program* program) {
  int inserted = 0;
  for (const InsertedOp& each : exchange) {
    if (FollowsExchange(each.op)) continue;
    program->InsertOp(0, each.position + inserted++, Accumulate(each.op));
  }
}

void RemoveOptimizer(Program* program) {
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  std::vector<bool> kept;
  for (const proto::OpDesc& op : block->ops()) {
    kept.push_back(op.role() != proto::OPTIMIZE);
  }
  KeepOps(kept, block);
  program->Changed();
}

}  // namespace

bool FollowsExchange(const proto::OpDesc& op) {
  return op.type() == "allreduce_wait" || op.type() == "push_gradient" ||
         op.type() == "push_rows";
}

std::shared_ptr<Program> ShardProgram(const Program& main,
                                      const std::vector<InsertedOp>& exchange) {
  auto program = main.Clone();
  InsertAccumulations(exchange, program.get());
  RemoveOptimizer(program.get());
  DropUnused(program->mutable_desc());
  program->Changed();
  return program;
}

}  // namespace paddle::framework
