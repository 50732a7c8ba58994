#include "paddle/framework/passes/defer_writes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"

namespace paddle::framework {

namespace {

std::string CopyOf(const std::string& name) {
  return absl::StrCat(name, "@STEP");
}

proto::OpDesc Copy(const std::string& from, const std::string& to,
                   proto::OpRole role) {
  proto::OpDesc op = MakeOp("assign", {{"X", {from}}}, {{"Out", {to}}});
  op.set_role(role);
  return op;
}

void Rename(const std::string& from, const std::string& to,
            google::protobuf::RepeatedPtrField<proto::Slot>* slots) {
  for (proto::Slot& slot : *slots) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (name == from) name = to;
    }
  }
}

// Makes all operators but the first, which makes the copy, work on the copy.
void WorkOnCopy(const std::string& name, Program* program) {
  const std::string copy = CopyOf(name);
  program->InsertOp(0, 0, Copy(name, copy, proto::COMMUNICATE));
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

// Returns the operator of the global block that writes the variable as a whole,
// without updating it in place; -1: none does.
int WholeWriter(const std::string& name, const UseDef& uses) {
  const VarUses& of = uses.uses(name);
  const bool whole = of.writers.size() == 1 && of.updaters.empty();
  return whole ? of.writers[0] : -1;
}

// Renames what an operator, and the blocks that it owns, read.
void RenameReads(const std::string& from, const std::string& to,
                 proto::OpDesc* op, Program* program) {
  Rename(from, to, op->mutable_inputs());
  for (const int index : BlocksOf(*op)) {
    if (program->block(index).FindVar(from, /*recursive=*/false)) continue;
    auto* block = program->mutable_desc()->mutable_blocks(index);
    for (proto::OpDesc& inner : *block->mutable_ops()) {
      RenameReads(from, to, &inner, program);
    }
  }
}

// Makes the writer write a variable of another name, and those after it read
// that one.
void WriteElsewhere(const std::string& name, int writer, Program* program) {
  const std::string copy = CopyOf(name);
  SymbolTable& table = program->global_block();
  proto::VarDesc var = table.GetVar(name);
  var.set_name(copy);
  var.set_persistable(false);
  *table.Var(copy) = var;
  auto* ops = program->mutable_desc()->mutable_blocks(0)->mutable_ops();
  Rename(name, copy, ops->Mutable(writer)->mutable_outputs());
  for (int op = writer + 1; op < ops->size(); ++op) {
    RenameReads(name, copy, ops->Mutable(op), program);
  }
  program->Changed();
}

// Makes room for `begin` operators at the beginning, and for `end` at the
// optimizer.
void Shift(int begin, int end, TrainingCut* cut) {
  const auto moved = [&](int op) {
    return op + begin + (op < cut->first_optimize ? 0 : end);
  };
  for (auto* vars : {&cut->gradients, &cut->statistics}) {
    for (ExchangedVar& var : *vars) {
      var.last_writer = moved(var.last_writer);
      var.first_reader = moved(var.first_reader);
    }
  }
  cut->first_optimize += begin;
}

}  // namespace

std::shared_ptr<Program> DeferWrites(const Program& main, TrainingCut* cut) {
  auto program = main.Clone();
  std::vector<std::string> names = cut->counters;
  for (ExchangedVar& var : cut->statistics) {
    names.push_back(var.name);
    var.name = CopyOf(var.name);
  }
  for (std::string& name : cut->counters) name = CopyOf(name);
  const UseDef uses(main, /*block=*/0);
  NameList updated;
  for (const std::string& name : names) {
    const int writer = WholeWriter(name, uses);
    if (writer >= 0) {
      WriteElsewhere(name, writer, program.get());
    } else {
      updated.push_back(name);
    }
  }
  // Copies move the operators that `uses` counts.
  for (const std::string& name : updated) WorkOnCopy(name, program.get());
  Shift(static_cast<int>(updated.size()), static_cast<int>(names.size()), cut);
  for (const std::string& name : names) {
    program->InsertOp(0, cut->first_optimize,
                      Copy(CopyOf(name), name, proto::OPTIMIZE));
  }
  return program;
}

}  // namespace paddle::framework
