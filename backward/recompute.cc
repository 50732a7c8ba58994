#include "paddle/backward/recompute.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/backward/copy_block.h"
#include "paddle/backward/forward_values.h"
#include "paddle/backward/recompute_cuts.h"
#include "paddle/backward/repeated_op.h"
#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::backward {

using framework::BlockIndex;
using framework::NameList;
using framework::OpProto;
using framework::Program;
using framework::SymbolTable;
using framework::proto::BlockDesc;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

using Renames = absl::flat_hash_map<std::string, std::string>;

std::string Renamed(const std::string& name, const Renames& renames) {
  const auto found = renames.find(name);
  return found == renames.end() ? name : found->second;
}

// A gradient block also sees the names of its forward block.
bool IsLocal(const Program& program, int block, const std::string& name) {
  const int forward = program.block(block).desc().forward_block();
  return program.block(block).FindVar(name, /*recursive=*/false) != nullptr ||
         (forward >= 0 &&
          program.block(forward).FindVar(name, /*recursive=*/false) != nullptr);
}

void RenameInBlock(Program* program, int block, Renames renames);

// Renames what an operator reads, itself and in its blocks.
void RenameReads(Program* program, const Renames& renames, OpDesc* op) {
  for (const std::string& name : framework::InputNames(*op)) {
    framework::RenameInput(op, name, Renamed(name, renames));
  }
  for (int owned : framework::BlocksOf(*op)) {
    RenameInBlock(program, owned, renames);
  }
}

// Renames outer variables that a block reads.
void RenameInBlock(Program* program, int block, Renames renames) {
  absl::erase_if(renames, [&](const auto& rename) {
    return IsLocal(*program, block, rename.first);
  });
  if (renames.empty()) return;
  BlockDesc* desc = program->block(block).mutable_desc();
  for (std::string& name : *desc->mutable_results()) {
    name = Renamed(name, renames);
  }
  for (OpDesc& op : *desc->mutable_ops()) RenameReads(program, renames, &op);
}

// Writes the block anew: forward operators, then the backward pass with copies
// among its operators.
class Recomputation {
 public:
  Recomputation(Program* program, const BackwardPart& backward,
                std::vector<int> cuts, const ForwardValues& values)
      : program_(program),
        backward_(backward),
        old_(program->block(backward.block).desc()),
        cuts_(std::move(cuts)),
        values_(values),
        repeated_(backward.first_op, false),
        begun_(cuts_.size(), false) {}

  void Run() {
    FindRepeated();
    const int blocks = program_->num_blocks();
    std::vector<OpDesc> ops(old_.ops().begin(),
                            old_.ops().begin() + backward_.first_op);
    for (int i = backward_.first_op; i < old_.ops_size(); ++i) {
      OpDesc op = old_.ops(i);
      const Renames renames = RenamesOf(op, &ops);
      RenameReads(program_, renames, &op);
      ops.push_back(std::move(op));
    }
    BlockDesc* block = program_->block(backward_.block).mutable_desc();
    block->clear_ops();
    for (OpDesc& op : ops) *block->add_ops() = std::move(op);
    MoveCopies(blocks);
    program_->Changed();
  }

 private:
  int SegmentOf(int op) const {
    return static_cast<int>(std::lower_bound(cuts_.begin(), cuts_.end(), op) -
                            cuts_.begin());
  }

  // Returns the segment of a value that is computed again; -1 if it is kept.
  int Again(const std::string& name) const {
    const ForwardValue* value = values_.Find(name);
    if (value == nullptr || !value->repeatable || stays_.contains(name)) {
      return -1;
    }
    const int segment = SegmentOf(value->writer);
    const int last = static_cast<int>(cuts_.size());
    return segment < last ? segment : -1;
  }

  // Finds what is kept, and which operators run again.
  void FindRepeated() {
    for (int i = 0; i < backward_.first_op; ++i) {
      for (const std::string& name : values_.ReadsOf(old_.ops(i))) {
        const ForwardValue* value = values_.Find(name);
        if (value == nullptr) continue;
        const OpDesc& writer = old_.ops(value->writer);
        const bool far = SegmentOf(value->writer) < SegmentOf(i) ||
                         writer.device() != old_.ops(i).device();
        if (far) stays_.insert(name);
      }
    }
    for (int i = backward_.first_op; i < old_.ops_size(); ++i) {
      Need(values_.ReadsOf(old_.ops(i)));
    }
    // A value's writer precedes its readers, so one sweep finds all.
    for (int i = backward_.first_op - 1; i >= 0; --i) {
      if (repeated_[i]) Need(values_.ReadsOf(old_.ops(i)));
    }
  }

  void Need(const NameList& names) {
    for (const std::string& name : names) {
      if (Again(name) >= 0) repeated_[values_.Find(name)->writer] = true;
    }
  }

  // Returns the values that an operator reads computed again, after appending
  // the segments that compute them.
  Renames RenamesOf(const OpDesc& op, std::vector<OpDesc>* ops) {
    Renames renames;
    for (const std::string& name : values_.ReadsOf(op)) {
      const int segment = Again(name);
      if (segment < 0) continue;
      if (!begun_[segment]) Append(segment, ops);
      begun_[segment] = true;
      renames[name] = renamed_.at(name);
    }
    return renames;
  }

  void Append(int segment, std::vector<OpDesc>* ops) {
    const int first = segment == 0 ? 0 : cuts_[segment - 1] + 1;
    for (int i = first; i <= cuts_[segment]; ++i) {
      if (repeated_[i]) ops->push_back(Copy(old_.ops(i)));
    }
  }

  OpDesc Copy(OpDesc op) {
    const OpProto& proto =
        framework::FindOpProto(program_->schemas(), op.type());
    MakeRepeated(proto, &op);
    op.set_role(framework::proto::BACKWARD);
    op.clear_name();
    op.set_id(program_->desc().next_op_id());
    program_->mutable_desc()->set_next_op_id(op.id() + 1);
    Renames renames;
    for (const std::string& name : values_.ReadsOf(op)) {
      if (Again(name) >= 0) renames[name] = renamed_.at(name);
    }
    CopyOwned(&op);
    RenameReads(program_, renames, &op);
    for (auto& slot : *op.mutable_outputs()) {
      for (std::string& name : *slot.mutable_arguments()) {
        if (!name.empty()) name = NewVar(name);
      }
    }
    return op;
  }

  // Nobody reads the copies of what an operator updates.
  std::string NewVar(const std::string& name) {
    SymbolTable& table = program_->block(backward_.block);
    std::string again = absl::StrCat(name, "@RECOMPUTE");
    if (table.FindVar(again) != nullptr) again = program_->UniqueName(again);
    VarDesc copy = table.GetVar(name);
    copy.set_name(again);
    copy.set_persistable(false);
    copy.set_is_parameter(false);
    *table.Var(again) = std::move(copy);
    renamed_[name] = again;
    return again;
  }

  void CopyOwned(OpDesc* op) {
    NameList names;
    for (const auto& attr : op->attrs()) names.push_back(attr.name());
    for (const std::string& name : names) {
      framework::Attribute value = framework::GetAttribute(*op, name);
      if (auto* block = std::get_if<BlockIndex>(&value)) {
        framework::SetAttribute(op, name, CopyOne(*block));
      } else if (auto* blocks = std::get_if<std::vector<BlockIndex>>(&value)) {
        for (BlockIndex& one : *blocks) one = CopyOne(one);
        framework::SetAttribute(op, name, *blocks);
      }
    }
  }

  BlockIndex CopyOne(BlockIndex block) {
    return {CopyBlock(program_, block.index, backward_.block, &copies_)};
  }

  // Makes gradient blocks those of the copies, whose steps they read, and moves
  // the copies, which began with block `first`, before them.
  void MoveCopies(int first) {
    if (copies_.empty()) return;
    for (int i = backward_.first_block; i < first; ++i) {
      BlockDesc* block = program_->mutable_desc()->mutable_blocks(i);
      const auto copy = copies_.find(block->forward_block());
      if (copy != copies_.end()) block->set_forward_block(copy->second);
    }
    const int count = program_->num_blocks(), begin = backward_.first_block;
    std::vector<int> to(count);
    for (int i = 0; i < begin; ++i) to[i] = i;
    for (int i = begin; i < first; ++i) to[i] = i + count - first;
    for (int i = first; i < count; ++i) to[i] = i - (first - begin);
    framework::PermuteBlocks(to, program_->mutable_desc());
  }

  Program* program_;
  const BackwardPart backward_;
  const BlockDesc old_;  // before
  const std::vector<int> cuts_;
  const ForwardValues& values_;
  absl::flat_hash_set<std::string> stays_;
  std::vector<bool> repeated_;  // by forward operator
  std::vector<bool> begun_;     // by segment
  Renames renamed_;
  BlockCopies copies_;
};

}  // namespace

void Recompute(Program* program, const BackwardPart& backward,
               const absl::optional<std::vector<int>>& cuts) {
  const ForwardValues values(*program, backward.block, backward.first_op);
  const std::vector<int> chosen = cuts.has_value() ? *cuts : ChooseCuts(values);
  if (chosen.empty()) return;
  Recomputation(program, backward, chosen, values).Run();
}

}  // namespace paddle::backward
