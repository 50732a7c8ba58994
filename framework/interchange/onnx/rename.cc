#include "paddle/framework/interchange/onnx/rename.h"

#include <utility>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Program;
using framework::proto::Slot;

namespace {

void RenameSlots(const NewNames& names,
                 google::protobuf::RepeatedPtrField<Slot>* slots) {
  for (Slot& slot : *slots) {
    for (std::string& argument : *slot.mutable_arguments()) {
      const auto found = names.find(argument);
      if (found != names.end()) argument = found->second;
    }
  }
}

// Adds made names for variables that stand in the way of others.
void MakeWay(Program* program, const NameSet& taken, NewNames* names) {
  absl::flat_hash_set<std::string> wanted;
  for (const auto& [old_name, new_name] : *names) {
    PADDLE_ENFORCE(wanted.insert(new_name).second, Internal,
                   "two variables would be called '", new_name, "'");
  }
  for (const auto& block : program->desc().blocks()) {
    for (const auto& var : block.vars()) {
      if (names->contains(var.name()) || !wanted.contains(var.name())) continue;
      std::string made;
      do {
        made = program->UniqueName(var.persistable() ? var.name() : "tmp");
      } while (wanted.contains(made) || taken.contains(made));
      names->emplace(var.name(), made);
    }
  }
}

void RenameEnds(const NewNames& names,
                google::protobuf::RepeatedPtrField<std::string>* ends) {
  for (std::string& end : *ends) {
    const auto found = names.find(end);
    if (found != names.end()) end = found->second;
  }
}

}  // namespace

NewNames RenameVariables(Program* program, NewNames names,
                         const NameSet& taken) {
  MakeWay(program, taken, &names);
  for (auto& block : *program->mutable_desc()->mutable_blocks()) {
    for (auto& var : *block.mutable_vars()) {
      const auto found = names.find(var.name());
      if (found != names.end()) var.set_name(found->second);
    }
    for (auto& op : *block.mutable_ops()) {
      RenameSlots(names, op.mutable_inputs());
      RenameSlots(names, op.mutable_outputs());
    }
    RenameEnds(names, block.mutable_arguments());
    RenameEnds(names, block.mutable_results());
  }
  program->Changed();
  return names;
}

}  // namespace paddle::onnx
