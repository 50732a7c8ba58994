#include "paddle/framework/passes/shard_program.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

namespace {

// Returns the operator that keeps for later what `exchange` would exchange.
proto::OpDesc Accumulate(const proto::OpDesc& exchange) {
  proto::OpDesc op = exchange;
  op.set_type(exchange.type() == "allgather" ? "accumulate_shard_rows"
                                             : "accumulate_shard");
  op.clear_outputs();
  op.clear_attrs();
  for (const char* name : {"nominal_rows", "exchange"}) {
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
    if (each.op.type() == "allreduce_wait") continue;
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

void Rename(const std::string& from, const std::string& to,
            google::protobuf::RepeatedPtrField<proto::Slot>* slots) {
  for (proto::Slot& slot : *slots) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (name == from) name = to;
    }
  }
}

// Makes all operators work on a copy of a persistable.
void WorkOnCopy(const std::string& name, Program* program) {
  const std::string copy = absl::StrCat(name, "@SHARD");
  program->InsertOp(0, 0, MakeOp("assign", {{"X", {name}}}, {{"Out", {copy}}}));
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (i > 0 && program->block(i).FindVar(name, /*recursive=*/false)) continue;
    auto* ops = program->mutable_desc()->mutable_blocks(i)->mutable_ops();
    for (int op = i == 0 ? 1 : 0; op < ops->size(); ++op) {
      Rename(name, copy, ops->Mutable(op)->mutable_inputs());
      Rename(name, copy, ops->Mutable(op)->mutable_outputs());
    }
  }
  program->Changed();
}

}  // namespace

std::shared_ptr<Program> ShardProgram(const Program& main,
                                      const TrainingCut& cut,
                                      const std::vector<InsertedOp>& exchange) {
  auto program = main.Clone();
  InsertAccumulations(exchange, program.get());
  RemoveOptimizer(program.get());
  for (const ExchangedVar& var : cut.statistics) {
    WorkOnCopy(var.name, program.get());
  }
  for (const std::string& name : cut.counters) WorkOnCopy(name, program.get());
  DropUnused(program->mutable_desc());
  program->Changed();
  return program;
}

}  // namespace paddle::framework
