#include "paddle/framework/layers/outside_additions.h"

#include <algorithm>
#include <string>
#include <utility>

namespace paddle::layer {

using framework::Program;
using framework::proto::OpDesc;

namespace {

absl::flat_hash_set<std::string> UsedNames(const Program& program) {
  absl::flat_hash_set<std::string> used;
  for (const auto& block : program.desc().blocks()) {
    for (const OpDesc& op : block.ops()) {
      for (std::string& name : framework::InputNames(op)) used.insert(name);
      for (std::string& name : framework::OutputNames(op)) used.insert(name);
    }
  }
  return used;
}

}  // namespace

OutsideAdditions::OutsideAdditions(std::shared_ptr<Program> program, int block,
                                   std::shared_ptr<Program> startup) {
  for (int at = program->block(block).desc().parent(); at >= 0;
       at = program->block(at).desc().parent()) {
    Mark(program, at);
  }
  if (startup != program) Mark(std::move(startup), 0);
}

void OutsideAdditions::Mark(std::shared_ptr<Program> program, int block) {
  const auto& desc = program->block(block).desc();
  places_.push_back(
      {std::move(program), block, desc.vars_size(), desc.ops_size(), {}, {}});
}

void OutsideAdditions::End() {
  for (Place& place : places_) {
    const auto& desc = place.program->block(place.block).desc();
    for (int i = place.num_vars; i < desc.vars_size(); ++i) {
      place.vars.push_back(desc.vars(i).name());
    }
    for (int i = place.num_ops; i < desc.ops_size(); ++i) {
      place.ops.push_back(desc.ops(i).id());
    }
  }
}

// Not what gives its first value to a parameter that stays.
void OutsideAdditions::RemoveOps(Place* place, const Names& kept) {
  auto* ops = place->program->block(place->block).mutable_desc()->mutable_ops();
  const auto goes = [&](const OpDesc& op) {
    const auto outputs = framework::OutputNames(op);
    return std::count(place->ops.begin(), place->ops.end(), op.id()) > 0 &&
           std::none_of(outputs.begin(), outputs.end(),
                        [&](const auto& name) { return kept.contains(name); });
  };
  ops->erase(std::remove_if(ops->begin(), ops->end(), goes), ops->end());
}

void OutsideAdditions::RemoveVars(Place* place, Names* kept) {
  const Names used = UsedNames(*place->program);
  for (const std::string& name : place->vars) {
    framework::SymbolTable& table = place->program->block(place->block);
    if (used.contains(name)) {
      kept->insert(name);
    } else if (table.FindVar(name, /*recursive=*/false) != nullptr) {
      table.RemoveVar(name);
    }
  }
}

void OutsideAdditions::TakeBack() {
  Names kept;
  for (Place& place : places_) {
    if (place.vars.empty() && place.ops.empty()) continue;
    RemoveOps(&place, kept);
    place.program->Changed();
    RemoveVars(&place, &kept);
    place.program->Changed();
  }
  places_.clear();
}

}  // namespace paddle::layer
