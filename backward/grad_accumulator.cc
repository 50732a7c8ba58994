#include "paddle/backward/grad_accumulator.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::backward {

using framework::NameList;
using framework::proto::OpDesc;

void AppendBackwardOp(framework::Program* program, int block, OpDesc op,
                      const OpDesc* forward) {
  op.set_role(framework::proto::BACKWARD);
  if (forward != nullptr) {
    *op.mutable_call_site() = forward->call_site();
    op.set_device(forward->device());
  }
  layer::Append(program, block, std::move(op));
}

std::string NewGradName(framework::Program* program, int block,
                        const std::string& var) {
  const std::string name = framework::GradName(var);
  // A second backward pass over the same program must not overwrite the first.
  const bool taken = program->block(block).FindVar(name) != nullptr;
  return taken ? program->UniqueName(name) : name;
}

bool GradAccumulator::Taken(const std::string& name) const {
  return program_->block(block_).FindVar(name) != nullptr;
}

GradAccumulator::Gradient& GradAccumulator::Find(const std::string& var) {
  auto [entry, inserted] = gradients_.try_emplace(var);
  if (inserted) entry->second.name = NewGradName(program_, block_, var);
  return entry->second;
}

// An operator that was differentiated through others may have created variables
// with the names that these gradients would get.
const std::string& GradAccumulator::FreeName(Gradient* gradient) {
  if (Taken(gradient->name)) {
    gradient->name = program_->UniqueName(gradient->name);
  }
  return gradient->name;
}

std::string GradAccumulator::NewName(const std::string& var, bool only) {
  Gradient& gradient = Find(var);
  // Only contributions that operators have written are summed; a name may stay
  // unused.
  if (only) return FreeName(&gradient);
  // A name that was handed out is not in the block until an operator writes it,
  // and some names are in outer blocks; so the counter only grows.
  std::string name;
  do {
    name = absl::StrCat(gradient.name, "@", gradient.next_number++);
  } while (Taken(name));
  gradient.handed_out.push_back(name);
  return name;
}

void GradAccumulator::Add(const std::string& var,
                          const std::string& contribution) {
  Find(var).contributions.push_back(contribution);
}

void GradAccumulator::Finish(const std::string& var, const OpDesc* forward) {
  auto found = gradients_.find(var);
  if (found == gradients_.end()) return;
  Gradient& gradient = found->second;
  NameList& parts = gradient.contributions;
  if (parts.size() > 1) {
    // One sum right after the last contribution frees the parts early.
    OpDesc sum = framework::MakeOp("sum", {{"X", parts}},
                                   {{"Out", {FreeName(&gradient)}}});
    AppendBackwardOp(program_, block_, std::move(sum), forward);
    parts = {gradient.name};
    // A single contribution becomes the gradient by renaming, without an
    // operator.
  } else if (parts.size() == 1 &&
             framework::Contains(gradient.handed_out, parts[0])) {
    Rename(parts[0], FreeName(&gradient));
    parts = {gradient.name};
  }
}

std::string GradAccumulator::Get(const std::string& var) const {
  auto found = gradients_.find(var);
  if (found == gradients_.end() || found->second.contributions.empty()) {
    return "";
  }
  return found->second.contributions[0];
}

// Only the last few operators know this variable.
void GradAccumulator::Rename(const std::string& from, const std::string& to) {
  framework::SymbolTable& table = program_->block(block_);
  framework::proto::BlockDesc* block = table.mutable_desc();
  for (OpDesc& op : *block->mutable_ops()) {
    framework::RenameInput(&op, from, to);
    framework::RenameOutput(&op, from, to);
  }
  table.GetVar(from, /*recursive=*/false).set_name(to);
  table.Reindex();
}

}  // namespace paddle::backward
