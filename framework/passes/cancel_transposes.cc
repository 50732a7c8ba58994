// Drops a transpose of what another one has turned the other way: its readers
// read what was there first, with every bit. Neighbours that compute with the
// channels of images in another place write such pairs, and so do their
// gradients. What nobody reads any more is left to dead_operators.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/stand_ins.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

bool IsTranspose(const proto::OpDesc& op) { return op.type() == "transpose"; }

// Most programs have no pair, and need no analysis.
bool MayCancel(const proto::BlockDesc& block) {
  return std::count_if(block.ops().begin(), block.ops().end(), IsTranspose) > 1;
}

// Returns the axes of X in the order of those of Out, counted from the front.
Numbers AxesOf(const proto::OpDesc& transpose) {
  Numbers axes = GetAttr<Numbers>(transpose, "axis");
  const auto rank = static_cast<int64_t>(axes.size());
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  return axes;
}

// The result of a transpose.
struct Turned {
  int op;
  std::string from;
  Numbers axes;
};

// The transposes of one block that turn back what others have turned.
class Cancellations {
 public:
  Cancellations(const BlockFacts& facts, const SymbolTable& table)
      : facts_(facts), table_(table), stand_ins_(facts.desc().ops_size()) {
    for (int i = 0; i < facts.desc().ops_size(); ++i) {
      if (IsTranspose(facts.desc().ops(i)) && facts.IsPure(i)) Visit(i);
    }
  }

  const StandIns& stand_ins() const { return stand_ins_; }

 private:
  void Visit(int op);
  bool TurnsBack(int op, const Turned& turned) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  StandIns stand_ins_;
  absl::flat_hash_map<std::string, Turned> turned_;  // by the name of Out
};

// True if all that read the operator's result may read what was turned instead:
// it has the same sequences, and keeps its value until the last of them.
bool Cancellations::TurnsBack(int index, const Turned& turned) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  const std::string out = Output(op, "Out");
  const Numbers axes = AxesOf(op);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = turned.axes[axes[i]];
    if (axis != static_cast<int64_t>(i)) return false;
  }
  if (facts_.IsSeenOutside(out)) return false;
  const proto::VarDesc* from = table_.FindVar(turned.from);
  if (from == nullptr || from->lod_level() != table_.GetVar(out).lod_level()) {
    return false;
  }
  const std::vector<int>& readers = facts_.uses().uses(out).readers;
  return readers.empty() ||
         facts_.KeepsValue(turned.from, turned.op, readers.back());
}

void Cancellations::Visit(int index) {
  const proto::OpDesc& op = facts_.desc().ops(index);
  const std::string x = stand_ins_.Of(Input(op, "X")), out = Output(op, "Out");
  const auto found = turned_.find(x);
  if (found != turned_.end() && TurnsBack(index, found->second)) {
    stand_ins_.Replace(out, found->second.from);
    return stand_ins_.Drop(index);
  }
  turned_[out] = {index, x, AxesOf(op)};
}

std::shared_ptr<const Program> CancelTransposes(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all) return program;
  const auto& blocks = program->desc().blocks();
  if (std::none_of(blocks.begin(), blocks.end(), MayCancel)) return program;
  const ProgramFacts facts(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (!MayCancel(program->desc().blocks(i))) continue;
    const BlockFacts block = facts.Block(i);
    const Cancellations found(block, program->block(i));
    if (!found.stand_ins().any()) continue;
    found.stand_ins().Apply(changed.get()->mutable_desc()->mutable_blocks(i));
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(cancel_transposes, /*version=*/1, kExact, PassStage::kShare,
              "Drops transposes that turn back what others have turned.",
              CancelTransposes);

}  // namespace paddle::framework
