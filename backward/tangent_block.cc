#include "paddle/backward/tangent_block.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

#include "paddle/backward/block_gradient.h"
#include "paddle/backward/copy_block.h"
#include "paddle/backward/grad_accumulator.h"
#include "paddle/backward/grad_path.h"
#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/prune.h"

namespace paddle::backward {

using framework::NameList;
using framework::Program;
using framework::TangentBlock;

namespace {

using NameMap = absl::flat_hash_map<std::string, std::string>;

// Adds a variable to the block for the tangent of an argument.
std::string AddTangentArgument(Program* program, int block,
                               const std::string& argument) {
  framework::SymbolTable& table = program->block(block);
  framework::proto::VarDesc tangent = table.GetVar(argument);
  const std::string name =
      program->UniqueName(absl::StrCat(argument, "@TANGENT"));
  tangent.set_name(name);
  tangent.set_persistable(false);
  tangent.set_stop_gradient(false);
  *table.Var(name) = std::move(tangent);
  return name;
}

// The inputs and results of one pass of gradients over a block.
struct Pass {
  NameList sources;
  NameList targets;
  NameMap seeds;      // of each target
  NameMap gradients;  // of each source; zeros where none flows if `zeros`
};

void Differentiate(Program* program, int block, bool zeros, Pass* pass) {
  const GradPath path(*program, block, pass->sources, pass->targets, {});
  BlockGradient gradient(program, block, block, path, {}, pass->targets);
  for (const std::string& target : pass->targets) {
    if (path.Carries(target)) gradient.Seed(target, pass->seeds[target]);
  }
  gradient.Run();
  for (const std::string& source : pass->sources) {
    const std::string found =
        zeros ? gradient.GetOrZeros(source) : gradient.Get(source);
    if (!found.empty()) pass->gradients[source] = found;
  }
}

// Returns the tangents of the block's floating-point results, given those of
// `inputs`.
NameMap ResultTangents(Program* program, int block, const NameMap& inputs) {
  const framework::SymbolTable& table = program->block(block);
  Pass across;
  for (const auto& [input, tangent] : inputs) across.sources.push_back(input);
  std::sort(across.sources.begin(), across.sources.end());
  for (const std::string& result : table.desc().results()) {
    const bool known = across.seeds.contains(result);
    if (known || !CanHaveGradient(table.GetVar(result))) continue;
    const std::string stand_in = program->UniqueName(result + "@STANDIN");
    AppendBackwardOp(program, block,
                     framework::MakeOp("fill_zeros_like", {{"X", {result}}},
                                       {{"Out", {stand_in}}}),
                     table.WriterOf(result));
    across.targets.push_back(result);
    across.seeds[result] = stand_in;
  }
  Differentiate(program, block, /*zeros=*/false, &across);
  Pass along;
  for (const std::string& result : across.targets) {
    along.sources.push_back(across.seeds[result]);
  }
  for (const std::string& input : across.sources) {
    const auto found = across.gradients.find(input);
    if (found == across.gradients.end()) continue;
    along.targets.push_back(found->second);
    along.seeds[found->second] = inputs.at(input);
  }
  Differentiate(program, block, /*zeros=*/true, &along);
  NameMap tangents;
  for (const std::string& result : across.targets) {
    tangents[result] = along.gradients[across.seeds[result]];
  }
  return tangents;
}

}  // namespace

TangentBlock AddTangentBlock(
    Program* program, int block, int parent, const std::vector<bool>& arguments,
    const std::vector<std::pair<std::string, std::string>>& captures) {
  TangentBlock made;
  made.index = CopyBlock(program, block, parent);
  const framework::SymbolTable& table = program->block(made.index);
  NameMap inputs(captures.begin(), captures.end());
  for (int i = 0; i < table.desc().arguments_size(); ++i) {
    const std::string name = table.desc().arguments(i);
    made.arguments.push_back(name);
    made.argument_tangents.emplace_back();
    if (!arguments[i] || !CanHaveGradient(table.GetVar(name))) continue;
    made.argument_tangents[i] = AddTangentArgument(program, made.index, name);
    inputs[name] = made.argument_tangents[i];
  }
  const NameMap tangents = ResultTangents(program, made.index, inputs);
  for (const std::string& result : table.desc().results()) {
    made.results.push_back(result);
    const auto found = tangents.find(result);
    made.result_tangents.push_back(found == tangents.end() ? ""
                                                           : found->second);
  }
  return made;
}

NameList SetTangentBlockEnds(Program* program, int block,
                             const NameList& arguments,
                             const NameList& results) {
  framework::SymbolTable& table = program->block(block);
  framework::proto::BlockDesc* desc = table.mutable_desc();
  NameList local;
  for (const std::string& name : results) {
    if (table.FindVar(name, false) != nullptr) local.push_back(name);
  }
  const framework::proto::BlockDesc pruned = framework::Prune(*desc, local);
  *desc->mutable_ops() = pruned.ops();
  *desc->mutable_arguments() = {arguments.begin(), arguments.end()};
  *desc->mutable_results() = {results.begin(), results.end()};
  table.Reindex();
  return framework::FindCaptures(program->desc())[block].reads;
}

}  // namespace paddle::backward
