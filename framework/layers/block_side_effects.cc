#include "paddle/framework/layers/block_side_effects.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace paddle::layer {

using framework::Program;
using framework::proto::OpDesc;

namespace {

using Names = std::unordered_set<std::string>;

void AddAll(const framework::NameList& names, Names* to) {
  to->insert(names.begin(), names.end());
}

}  // namespace

BlockSideEffects::BlockSideEffects(std::shared_ptr<Program> program, int block,
                                   std::shared_ptr<Program> startup) {
  // Enclosing blocks, where parameters and constants are written.
  for (int at = program->block(block).desc().parent(); at >= 0;
       at = program->block(at).desc().parent()) {
    Mark(program, at);
  }
  // The startup program may be the main one, which is covered already.
  if (startup != program) Mark(std::move(startup), 0);
}

void BlockSideEffects::Mark(std::shared_ptr<Program> program, int block) {
  // New variables come last, and new operators have larger ids.
  const int num_vars = program->block(block).desc().vars_size();
  const uint64_t uid = program->block_uid(block);
  const int64_t next_op_id = program->desc().next_op_id();
  places_.push_back(
      {std::move(program), block, uid, num_vars, next_op_id, {}, {}});
}

void BlockSideEffects::DropGonePlaces() {
  // A block of the same index may be another one by now.
  const auto gone = [](const Place& place) {
    return place.program->block_uid(place.block) != place.block_uid;
  };
  places_.erase(std::remove_if(places_.begin(), places_.end(), gone),
                places_.end());
}

void BlockSideEffects::End() {
  DropGonePlaces();
  for (Place& place : places_) {
    const auto& desc = place.program->block(place.block).desc();
    for (int i = place.num_vars; i < desc.vars_size(); ++i) {
      place.vars.push_back(desc.vars(i).name());
    }
    for (const OpDesc& op : desc.ops()) {
      if (op.id() >= place.next_op_id) place.ops.insert(op.id());
    }
  }
}

// Collects the names used by anything but the operators to remove. Names of
// different blocks count as equal: at worst a variable stays because of another
// one of its name.
Names BlockSideEffects::NamesUsedElsewhere() const {
  Names used;
  std::unordered_set<const Program*> seen;
  for (const Place& place : places_) {
    // Each program once, even if several of its blocks are tracked.
    if (!seen.insert(place.program.get()).second) continue;
    const auto& program = place.program->desc();
    used.insert(program.feeds().begin(), program.feeds().end());
    used.insert(program.fetches().begin(), program.fetches().end());
    for (const auto& block : program.blocks()) {
      used.insert(block.arguments().begin(), block.arguments().end());
      used.insert(block.results().begin(), block.results().end());
      for (const OpDesc& op : block.ops()) {
        if (IsAdded(*place.program, op)) continue;
        AddAll(framework::InputNames(op), &used);
        AddAll(framework::OutputNames(op), &used);
      }
    }
  }
  return used;
}

bool BlockSideEffects::IsAdded(const Program& program, const OpDesc& op) const {
  return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
    return place.program.get() == &program && place.ops.count(op.id()) > 0;
  });
}

// Keeps the operators that compute variables that stay, and so the variables
// they read. Returns true if there were any, in which case another pass may
// find more.
bool BlockSideEffects::KeepMakers(Names* used) {
  bool kept = false;
  for (Place& place : places_) {
    const Names added(place.vars.begin(), place.vars.end());
    for (const OpDesc& op : place.program->block(place.block).desc().ops()) {
      const auto outputs = framework::OutputNames(op);
      const bool makes = std::any_of(
          outputs.begin(), outputs.end(), [&](const std::string& name) {
            return added.count(name) > 0 && used->count(name) > 0;
          });
      // Erased from the set of operators to remove.
      if (!makes || place.ops.erase(op.id()) == 0) continue;
      AddAll(framework::InputNames(op), used);
      AddAll(outputs, used);
      kept = true;
    }
  }
  return kept;
}

void BlockSideEffects::Remove(const Place& place, const Names& used) {
  framework::SymbolTable& table = place.program->block(place.block);
  auto* ops = table.mutable_desc()->mutable_ops();
  const auto goes = [&](const OpDesc& op) {
    return place.ops.count(op.id()) > 0;
  };
  ops->erase(std::remove_if(ops->begin(), ops->end(), goes), ops->end());
  for (const std::string& name : place.vars) {
    const bool there = table.FindVar(name, /*recursive=*/false) != nullptr;
    if (there && used.count(name) == 0) table.RemoveVar(name);
  }
  // The message was changed directly.
  place.program->Changed();
}

void BlockSideEffects::TakeBack() {
  DropGonePlaces();
  Names used = NamesUsedElsewhere();
  // Until nothing changes: a maker that stays may need other makers.
  while (KeepMakers(&used)) {
  }
  for (const Place& place : places_) {
    if (!place.vars.empty() || !place.ops.empty()) Remove(place, used);
  }
  places_.clear();
}

}  // namespace paddle::layer
