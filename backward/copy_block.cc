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

constexpr char kPrint[] = "print";
// Of operators that draw random numbers; see OpMaker::Build.
constexpr char kDrawsAs[] = "draws_as";

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
      Repeat(&op);
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
  const OpProto& ProtoOf(const OpDesc& op) const {
    return framework::FindOpProto(program_->schemas(), op.type());
  }

  static bool Repeats(const OpProto& proto) {
    return proto.FindAttr(kDrawsAs) != nullptr;
  }

  void CheckMayRunTwice(int block, const OpDesc& op) const {
    const OpProto& proto = ProtoOf(op);
    const bool draws = proto.random && !Repeats(proto);
    const bool lasts = proto.lasting_effect && op.type() != kPrint;
    const char* reason = draws   ? "draws random numbers"
                         : lasts ? "has a lasting effect"
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

  // The same random numbers, and nothing printed once more.
  void Repeat(OpDesc* op) const {
    const auto is_set = [op](const char* attr) {
      return framework::HasAttr(*op, attr) &&
             framework::GetAttr<int64_t>(*op, attr) != 0;
    };
    if (Repeats(ProtoOf(*op)) && !is_set(kDrawsAs)) {
      framework::SetAttribute(op, kDrawsAs, op->id());
    }
    if (op->type() == kPrint) {
      framework::SetAttribute(op, "first_n", int64_t{0});
    }
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
