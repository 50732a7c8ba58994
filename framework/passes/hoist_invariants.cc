// Computes once, before a loop, what each of its iterations computes from
// values that the loop does not change.
//
// This is loop-invariant code motion (Aho, Sethi and Ullman, "Compilers:
// Principles, Techniques, and Tools", 1986, section 10.7). A loop may run no
// iteration, so only such operators move as cannot fail (unfailing_ops.h). What
// a moved one computes becomes a variable of the block around the loop, under
// the name that it has. The gradient block of the body reads it there, instead
// of in what each iteration has saved: gradients are computed as before.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/loop_bodies.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/unfailing_ops.h"
#include "paddle/framework/passes/update_captures.h"

namespace paddle::framework {

namespace {

using NameSet = absl::flat_hash_set<std::string>;
using Renames = absl::flat_hash_map<std::string, std::string>;

// True if the names of a block are found from another one.
bool Sees(const Program& program, int from, int block) {
  for (; from >= 0; from = program.block(from).desc().parent()) {
    if (from == block) return true;
    if (program.block(from).desc().forward_block() == block) return true;
  }
  return false;
}

// The operators of one body that may move in front of its loop.
class Invariants {
 public:
  Invariants(const Program& program, const LoopBody& loop)
      : program_(program),
        loop_(loop),
        table_(program.block(loop.block)),
        all_(program),
        facts_(all_.Block(loop.block)),
        same_(SameArguments(program, loop)) {}

  // Returns their indices; an operator comes after those that it reads.
  std::vector<int> Find();

 private:
  bool IsInvariant(const std::string& name) const;
  bool MayLeave(const std::string& name) const;
  bool MayMove(int op) const;

  const Program& program_;
  const LoopBody& loop_;
  const SymbolTable& table_;
  const ProgramFacts all_;
  const BlockFacts facts_;
  const Renames same_;
  NameSet moved_;
};

bool Invariants::IsInvariant(const std::string& name) const {
  return moved_.contains(name) || same_.contains(name) ||
         IsOuterConstant(program_, loop_, facts_, name);
}

// The variable must be found under its name by all that read it, and nothing
// else by that name.
bool Invariants::MayLeave(const std::string& name) const {
  if (Contains(table_.desc().results(), name)) return false;
  for (const proto::BlockDesc& block : program_.desc().blocks()) {
    if (block.index() == loop_.block) continue;
    const bool sees = Sees(program_, block.index(), loop_.parent);
    if (!sees && Contains(block.results(), name)) return false;
    if (program_.block(block.index()).FindVar(name, false) != nullptr) {
      return false;
    }
    for (const proto::OpDesc& op : block.ops()) {
      if (Contains(OutputNames(op), name)) return false;
      if (!sees && Contains(InputNames(op), name)) return false;
    }
  }
  return true;
}

bool Invariants::MayMove(int index) const {
  const proto::OpDesc& op = table_.desc().ops(index);
  if (!MayNeverFail(op.type()) || !facts_.IsPure(index)) return false;
  const NameList inputs = InputNames(op), outputs = OutputNames(op);
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](const auto& name) { return IsInvariant(name); }) &&
         std::all_of(outputs.begin(), outputs.end(),
                     [&](const auto& name) { return MayLeave(name); }) &&
         program_.block(loop_.parent).FindOp(op.name()) == nullptr &&
         CannotFail(op, table_);
}

std::vector<int> Invariants::Find() {
  std::vector<int> ops;
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    if (!MayMove(i)) continue;
    ops.push_back(i);
    for (std::string& name : OutputNames(table_.desc().ops(i))) {
      moved_.insert(std::move(name));
    }
  }
  return ops;
}

// A quick answer, which saves the analysis of most loops: the first operator to
// move reads nothing that its body computes.
bool MayHoist(const Program& program, const LoopBody& loop) {
  const SymbolTable& table = program.block(loop.block);
  const Renames same = SameArguments(program, loop);
  const int forward = table.desc().forward_block();
  const auto stays = [&](const std::string& name) {
    const bool of_a_step =
        table.FindVar(name, /*recursive=*/false) != nullptr ||
        (forward >= 0 &&
         program.block(forward).FindVar(name, false) != nullptr);
    return !of_a_step || same.contains(name);
  };
  const auto& ops = table.desc().ops();
  return std::any_of(ops.begin(), ops.end(), [&](const proto::OpDesc& op) {
    const NameList inputs = InputNames(op);
    return MayNeverFail(op.type()) &&
           std::all_of(inputs.begin(), inputs.end(), stays);
  });
}

// Moves a variable to the end of those of another block.
void MoveVar(const std::string& name, proto::BlockDesc* from,
             proto::BlockDesc* to) {
  auto* vars = from->mutable_vars();
  const auto found =
      std::find_if(vars->begin(), vars->end(),
                   [&](const auto& var) { return var.name() == name; });
  if (found == vars->end()) return;  // moved already: an output given twice
  *to->add_vars() = std::move(*found);
  vars->erase(found);
}

// Inserts operators in front of one.
void InsertOps(std::vector<proto::OpDesc> made, int position,
               proto::BlockDesc* block) {
  auto* ops = block->mutable_ops();
  for (proto::OpDesc& op : made) *ops->Add() = std::move(op);
  std::rotate(ops->begin() + position,
              ops->end() - static_cast<int>(made.size()), ops->end());
}

void Hoist(const std::vector<int>& indices, const LoopBody& loop,
           Program* program) {
  proto::BlockDesc* body = program->mutable_desc()->mutable_blocks(loop.block);
  proto::BlockDesc* outer =
      program->mutable_desc()->mutable_blocks(loop.parent);
  const Renames same = SameArguments(*program, loop);
  NameList added, dropped;
  std::vector<proto::OpDesc> ops;
  std::vector<bool> keep(body->ops_size(), true);
  for (int i : indices) {
    keep[i] = false;
    proto::OpDesc op = body->ops(i);
    for (const auto& [argument, value] : same) {
      RenameInput(&op, argument, value);
    }
    for (std::string& name : InputNames(op)) dropped.push_back(std::move(name));
    for (std::string& name : OutputNames(op)) {
      MoveVar(name, body, outer);
      added.push_back(std::move(name));
    }
    ops.push_back(std::move(op));
  }
  KeepOps(keep, body);
  InsertOps(std::move(ops), loop.owner, outer);
  program->Changed();
  UpdateCaptures(added, dropped, program);
}

std::shared_ptr<const Program> HoistInvariants(
    const std::shared_ptr<const Program>& program, const PassContext&) {
  ChangedProgram changed(program);
  // An owner comes before the blocks that it owns: what leaves an inner loop is
  // found again in the loop around it.
  for (int block = program->num_blocks() - 1; block > 0; --block) {
    const Program& now = changed.made() ? *changed.get() : *program;
    const auto loop = FindLoop(now, block);
    if (!loop || !MayHoist(now, *loop)) continue;
    const std::vector<int> ops = Invariants(now, *loop).Find();
    if (!ops.empty()) Hoist(ops, *loop, changed.get());
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(hoist_invariants, /*version=*/1, kExact, PassStage::kShare,
              "Computes once, before a loop, what each iteration computes from "
              "values that the loop does not change.",
              HoistInvariants);

}  // namespace paddle::framework
