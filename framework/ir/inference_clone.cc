// Implements Program::InferenceClone.
#include <algorithm>
#include <memory>

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/training.h"

namespace paddle::framework {

namespace {

constexpr char kTestMode[] = "is_test";

}  // namespace

std::shared_ptr<Program> Program::InferenceClone() const {
  proto::ProgramDesc desc = *desc_;
  for (proto::BlockDesc& block : *desc.mutable_blocks()) {
    auto* ops = block.mutable_ops();
    ops->erase(std::remove_if(ops->begin(), ops->end(), IsForTraining),
               ops->end());
    for (proto::OpDesc& op : *ops) {
      const OpProto& proto = FindOpProto(*schemas_, op.type());
      // Operators without the attribute behave the same in training and
      // inference.
      if (proto.FindAttr(kTestMode) != nullptr) {
        SetAttribute(&op, kTestMode, true);
      }
    }
  }
  // With the training operators gone, their gradients and moments are unused.
  DropUnused(&desc);
  return std::make_shared<Program>(*schemas_, std::move(desc));
}

}  // namespace paddle::framework
