#include "paddle/backward/copy_block.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

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

  int Copy(int block, int parent) {
    BlockDesc copy = program_->block(block).desc();
    const auto forward = copies_.find(copy.forward_block());
    const int index = program_->AddBlock(
        parent, forward == copies_.end() ? -1 : forward->second);
    copies_[block] = index;
    for (OpDesc& op : *copy.mutable_ops()) {
      CheckMayRunTwice(block, op);
      CopyOwned(index, &op);
      op.set_id(program_->desc().next_op_id());
      program_->mutable_desc()->set_next_op_id(op.id() + 1);
    }
    copy.set_index(index);
    copy.set_parent(parent);
    copy.set_forward_block(program_->block(index).desc().forward_block());
    *program_->block(index).mutable_desc() = std::move(copy);
    program_->block(index).Reindex();
    return index;
  }

 private:
  void CheckMayRunTwice(int block, const OpDesc& op) const {
    const framework::SchemaSource& schemas = program_->schemas();
    const OpProto& proto = framework::FindOpProto(schemas, op.type());
    const char* reason = proto.random           ? "draws random numbers"
                         : proto.lasting_effect ? "has a lasting effect"
                         : UpdatesOutside(block, proto, op)
                             ? "updates an outer variable in place"
                             : nullptr;
    PADDLE_ENFORCE(reason == nullptr, Unimplemented,
                   "there is no gradient of a gradient through a block in "
                   "which operator ",
                   op.type(), " ", reason,
                   ", since the block runs again for it (",
                   framework::CallSiteText(op), ")");
  }

  bool UpdatesOutside(int block, const OpProto& proto, const OpDesc& op) const {
    for (const auto& [output, input] : proto.updates) {
      for (const std::string& name : framework::Outputs(op, output)) {
        const bool local = program_->block(block).FindVar(
                               name, /*recursive=*/false) != nullptr;
        if (!name.empty() && !local) return true;
      }
    }
    return false;
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
  absl::flat_hash_map<int, int> copies_;
};

}  // namespace

int CopyBlock(Program* program, int block, int parent) {
  return BlockCopier(program).Copy(block, parent);
}

}  // namespace paddle::backward
