#include "paddle/framework/passes/block_writer.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/ir/prepare.h"

namespace paddle::framework {

namespace {

bool AllExist(const NameList& names, const SymbolTable& table) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return table.FindVar(name, /*recursive=*/false) != nullptr;
  });
}

void CopyPlace(const proto::OpDesc& from, proto::OpDesc* to) {
  to->set_role(from.role());
  to->set_device(from.device());
  *to->mutable_call_site() = from.call_site();
  if (from.has_part()) *to->mutable_part() = from.part();
}

}  // namespace

BlockWriter::BlockWriter(Program* program, int block)
    : program_(program), block_(block) {
  before_.mutable_ops()->Swap(
      program->mutable_desc()->mutable_blocks(block)->mutable_ops());
  program->Changed();
}

void BlockWriter::Put(proto::OpDesc op) {
  *program_->mutable_desc()->mutable_blocks(block_)->add_ops() = std::move(op);
}

// A variable that exists keeps its description.
proto::OpDesc* BlockWriter::Append(int op, proto::OpDesc made) {
  CopyPlace(before_.ops(op), &made);
  proto::BlockDesc* block = program_->mutable_desc()->mutable_blocks(block_);
  if (!AllExist(OutputNames(made), program_->block(block_))) {
    program_->AppendOp(block_, std::move(made));
    return block->mutable_ops(block->ops_size() - 1);
  }
  const SchemaSource& schemas = program_->schemas();
  schemas.CheckAndComplete(&made);
  RecordOpVersion(FindOpProto(schemas, made.type()), program_->mutable_desc());
  made.set_id(program_->desc().next_op_id());
  program_->mutable_desc()->set_next_op_id(made.id() + 1);
  *block->add_ops() = std::move(made);
  return block->mutable_ops(block->ops_size() - 1);
}

void BlockWriter::Write(int op, proto::OpDesc made) {
  TakePlaceOf(before_.ops(op), Append(op, std::move(made)));
}

void BlockWriter::Add(int op, proto::OpDesc made) {
  Append(op, std::move(made));
}

void BlockWriter::WriteAll(const Replacements& at,
                           const absl::flat_hash_set<int>& gone,
                           absl::FunctionRef<void(int op)> keep) {
  for (int i = 0; i < before_.ops_size(); ++i) {
    const auto found = at.find(i);
    if (found != at.end()) {
      found->second();
    } else if (!gone.contains(i)) {
      keep(i);
    }
  }
}

std::string BlockWriter::NewName(const std::string& name,
                                 const std::string& suffix) {
  return program_->UniqueName(name + suffix);
}

void TakePlaceOf(const proto::OpDesc& from, proto::OpDesc* to) {
  CopyPlace(from, to);
  to->set_id(from.id());
  to->set_name(from.name());
}

std::string AppendPrepared(Program* program, const std::string& name,
                           const std::string& suffix, proto::OpDesc op) {
  const std::string made = program->UniqueName(name + suffix);
  op.add_outputs()->set_name("Out");
  SetOutput(&op, "Out", {made});
  program->AppendOp(PrepareBlock(program), std::move(op));
  return made;
}

}  // namespace paddle::framework
