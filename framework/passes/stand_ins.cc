#include "paddle/framework/passes/stand_ins.h"

#include "paddle/framework/ir/cleanup.h"

namespace paddle::framework {

const std::string& StandIns::Of(const std::string& name) const {
  const auto found = by_.find(name);
  return found == by_.end() ? name : found->second;
}

void StandIns::Apply(proto::BlockDesc* block) const {
  for (proto::OpDesc& op : *block->mutable_ops()) {
    for (proto::Slot& slot : *op.mutable_inputs()) {
      for (std::string& name : *slot.mutable_arguments()) name = Of(name);
    }
  }
  KeepOps(kept_, block);
}

}  // namespace paddle::framework
