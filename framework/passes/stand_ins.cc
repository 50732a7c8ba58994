#include "paddle/framework/passes/stand_ins.h"

#include "paddle/framework/ir/cleanup.h"

namespace paddle::framework {

const std::string& StandIns::Of(const std::string& name) const {
  const auto found = by_.find(name);
  return found == by_.end() ? name : found->second;
}

void StandIns::RenameInputs(proto::OpDesc* op) const {
  for (proto::Slot& slot : *op->mutable_inputs()) {
    for (std::string& name : *slot.mutable_arguments()) name = Of(name);
  }
}

void StandIns::Apply(proto::BlockDesc* block) const {
  for (proto::OpDesc& op : *block->mutable_ops()) RenameInputs(&op);
  KeepOps(kept_, block);
}

}  // namespace paddle::framework
