#include "paddle/framework/passes/defer_writes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"

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

// Makes room for `before` operators at the beginning, and as many at the
// optimizer.
void Shift(int before, TrainingCut* cut) {
  const auto moved = [&](int op) {
    return op + (op < cut->first_optimize ? before : 2 * before);
  };
  for (auto* vars : {&cut->gradients, &cut->statistics}) {
    for (ExchangedVar& var : *vars) {
      var.last_writer = moved(var.last_writer);
      var.first_reader = moved(var.first_reader);
    }
  }
  cut->first_optimize += before;
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
  for (const std::string& name : names) WorkOnCopy(name, program.get());
  Shift(static_cast<int>(names.size()), cut);
  for (const std::string& name : names) {
    program->InsertOp(0, cut->first_optimize,
                      Copy(CopyOf(name), name, proto::OPTIMIZE));
  }
  return program;
}

}  // namespace paddle::framework
