#include "paddle/backward/copy_block.h"

#include <string>
#include <variant>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/backward/grad_path.h"
#include "paddle/backward/repeated_op.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::BlockIndex;
using framework::OpProto;
using framework::Program;
using framework::proto::BlockDesc;
using framework::proto::OpDesc;

namespace {

class BlockCopier {
 public:
  explicit BlockCopier(Program* program) : program_(program) {}

  int Run(int block, int parent) {
    const int index = Copy(block, parent);
    CheckReads(index);
    return index;
  }

  // The copy of each block.
  const BlockCopies& copies() const { return copies_; }

 private:
  int Copy(int block, int parent) {
    BlockDesc copy = program_->block(block).desc();
    const auto forward = copies_.find(copy.forward_block());
    const int index = program_->AddBlock(
        parent, forward == copies_.end() ? -1 : forward->second);
    // Recorded before the operators are copied: a gradient block inside may
    // refer to it.
    copies_[block] = index;
    for (OpDesc& op : *copy.mutable_ops()) {
      CheckMayRunTwice(block, op);
      MakeRepeated(ProtoOf(op), &op);
      DivertUpdates(block, &op, &copy);
      CopyOwned(index, &op);
      // Ids identify random streams and must be unique.
      op.set_id(program_->desc().next_op_id());
      program_->mutable_desc()->set_next_op_id(op.id() + 1);
    }
    copy.set_index(index);
    copy.set_parent(parent);
    copy.set_forward_block(program_->block(index).desc().forward_block());
    *program_->block(index).mutable_desc() = std::move(copy);
    // The message was replaced as a whole.
    program_->block(index).Reindex();
    return index;
  }

  const OpProto& ProtoOf(const OpDesc& op) const {
    return framework::FindOpProto(program_->schemas(), op.type());
  }

  void CheckMayRunTwice(int block, const OpDesc& op) const {
    const OpProto& proto = ProtoOf(op);
    const char* reason = WhyNotRepeated(proto, op);
    if (reason == nullptr && !UpdatesApart(op) &&
        UpdatesOutside(block, proto, op)) {
      reason = "updates an outer variable in place";
    }
    if (reason != nullptr) Refuse(op, reason);
  }

  [[noreturn]] static void Refuse(const OpDesc& op, const std::string& reason) {
    PADDLE_THROW(Unimplemented,
                 "there is no gradient of a gradient through a block in which "
                 "operator ",
                 op.type(), " ", reason, ", since the block runs again for it",
                 WrittenAt(op));
  }

  bool IsOutside(int block, const std::string& name) const {
    return !name.empty() &&
           program_->block(block).FindVar(name, /*recursive=*/false) == nullptr;
  }

  bool UpdatesOutside(int block, const OpProto& proto, const OpDesc& op) const {
    for (const auto& [output, input] : proto.updates) {
      for (const std::string& name : framework::Outputs(op, output)) {
        if (IsOutside(block, name)) return true;
      }
    }
    return false;
  }

  // Sends updates of outer variables, which must not happen twice, to variables
  // that nobody reads.
  void DivertUpdates(int block, OpDesc* op, BlockDesc* copy) {
    for (const auto& [output, input] : ProtoOf(*op).updates) {
      framework::NameList names = framework::Outputs(*op, output);
      for (std::string& name : names) {
        if (!IsOutside(block, name)) continue;
        if (UpdatesInTraining(*op)) updated_.insert(name);
        const auto& var = program_->block(block).GetVar(name);
        // A new variable of the copy takes the update, and nobody reads it.
        name = program_->UniqueName(name);
        auto* unread = copy->add_vars();
        unread->set_name(name);
        unread->set_kind(var.kind());
        unread->set_dtype(var.dtype());
        *unread->mutable_dims() = var.dims();
      }
      framework::SetOutput(op, output, names);
    }
  }

  // Throws if the copy would read a value that the blocks have updated in the
  // meantime.
  void CheckReads(int block) const {
    for (const OpDesc& op : program_->block(block).desc().ops()) {
      for (const auto& slot : op.inputs()) {
        if (!ReadsValues(op, slot.name())) continue;
        for (const std::string& name : slot.arguments()) {
          if (!updated_.contains(name)) continue;
          Refuse(op, absl::StrCat("reads '", name, "', which is updated"));
        }
      }
      for (int owned : framework::BlocksOf(op)) CheckReads(owned);
    }
  }

  // True if the operator reads values of the slot itself: its blocks' inputs
  // are examined there, and updates are diverted.
  bool ReadsValues(const OpDesc& op, const std::string& slot) const {
    if (!UpdatesInTraining(op)) return slot != "Captures";
    for (const auto& [output, input] : ProtoOf(op).updates) {
      if (slot == input) return false;
    }
    return true;
  }

  void CopyOwned(int parent, OpDesc* op) {
    std::vector<std::string> names;
    for (const auto& attr : op->attrs()) names.push_back(attr.name());
    for (const std::string& name : names) {
      const framework::Attribute value = framework::GetAttribute(*op, name);
      if (const auto* block = std::get_if<BlockIndex>(&value)) {
        framework::SetAttribute(op, name,
                                BlockIndex{Copy(block->index, parent)});
      } else if (const auto* blocks =
                     std::get_if<std::vector<BlockIndex>>(&value)) {
        std::vector<BlockIndex> copied;
        for (BlockIndex one : *blocks) {
          copied.push_back(BlockIndex{Copy(one.index, parent)});
        }
        framework::SetAttribute(op, name, copied);
      }
    }
  }

  Program* program_;
  BlockCopies copies_;
  absl::flat_hash_set<std::string> updated_;  // outside, unless diverted
};

}  // namespace

int CopyBlock(Program* program, int block, int parent, BlockCopies* copies) {
  BlockCopier copier(program);
  const int index = copier.Run(block, parent);
  if (copies != nullptr) {
    copies->insert(copier.copies().begin(), copier.copies().end());
  }
  return index;
}

}  // namespace paddle::backward
