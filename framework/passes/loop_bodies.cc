#include "paddle/framework/passes/loop_bodies.h"

#include <algorithm>

namespace paddle::framework {

namespace {

using Pairs = absl::flat_hash_map<std::string, std::string>;

bool IsLoop(const proto::OpDesc& op) {
  for (const char* type :
       {"while", "while_grad", "recurrent", "recurrent_grad"}) {
    if (op.type() == type) return true;
  }
  return false;
}

// Arguments from `argument` on are what a slot gives at first; each becomes a
// result, from `result` on, the next time.
void AddUnchanged(const proto::BlockDesc& body, const NameList& given,
                  int argument, int result, Pairs* same) {
  for (const std::string& first : given) {
    if (argument >= body.arguments_size() || result >= body.results_size()) {
      return;
    }
    const std::string& name = body.arguments(argument++);
    if (body.results(result++) == name) (*same)[name] = first;
  }
}

bool HasSequences(const proto::OpDesc& recurrent, const SymbolTable& table) {
  const NameList inputs = Inputs(recurrent, "Inputs");
  return inputs.empty() || table.GetVar(inputs[0]).lod_level() > 0;
}

}  // namespace

absl::optional<LoopBody> FindLoop(const Program& program, int block) {
  const int parent = program.block(block).desc().parent();
  if (parent < 0) return absl::nullopt;
  const auto& ops = program.block(parent).desc().ops();
  for (int i = 0; i < ops.size(); ++i) {
    const std::vector<int> blocks = BlocksOf(ops[i]);
    if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) {
      continue;
    }
    if (!IsLoop(ops[i])) return absl::nullopt;
    return LoopBody{block, parent, i};
  }
  return absl::nullopt;
}

Pairs SameArguments(const Program& program, const LoopBody& loop) {
  const SymbolTable& table = program.block(loop.parent);
  const proto::OpDesc& op = table.desc().ops(loop.owner);
  const proto::BlockDesc& body = program.block(loop.block).desc();
  Pairs same;
  if (op.type() == "while") {
    // The first result is the condition.
    AddUnchanged(body, Inputs(op, "Carried"), 0, 1, &same);
  } else if (op.type() == "recurrent" && !HasSequences(op, table)) {
    const NameList states = Inputs(op, "InitialStates");
    int argument = static_cast<int>(Inputs(op, "Inputs").size());
    AddUnchanged(body, states, argument,
                 static_cast<int>(Outputs(op, "Out").size()), &same);
    argument += static_cast<int>(states.size());
    for (const std::string& outer : Inputs(op, "StaticInputs")) {
      if (argument >= body.arguments_size()) break;
      same[body.arguments(argument++)] = outer;
    }
  }
  return same;
}

bool IsOuterConstant(const Program& program, const LoopBody& loop,
                     const BlockFacts& facts, const std::string& name) {
  const SymbolTable& table = program.block(loop.block);
  const int forward = table.desc().forward_block();
  const bool of_a_step =
      table.FindVar(name, /*recursive=*/false) != nullptr ||
      (forward >= 0 && program.block(forward).FindVar(name, false) != nullptr);
  const proto::VarDesc* var = of_a_step ? nullptr : table.FindVar(name);
  return var != nullptr && var->kind() == proto::DENSE_TENSOR &&
         facts.uses().writers(name).empty();
}

}  // namespace paddle::framework
