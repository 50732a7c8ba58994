#include "paddle/framework/ir/training.h"

#include <algorithm>

namespace paddle::framework {

namespace {

bool HasOp(const proto::ProgramDesc& program,
           bool (*is)(const proto::OpDesc& op)) {
  const auto& blocks = program.blocks();
  return std::any_of(blocks.begin(), blocks.end(), [is](const auto& block) {
    return std::any_of(block.ops().begin(), block.ops().end(), is);
  });
}

bool IsBackward(const proto::OpDesc& op) {
  return op.role() == proto::BACKWARD;
}

bool IsBackwardOrUpdate(const proto::OpDesc& op) {
  return IsBackward(op) || op.role() == proto::OPTIMIZE;
}

}  // namespace

bool IsForTraining(const proto::OpDesc& op) {
  return IsBackwardOrUpdate(op) || op.role() == proto::SCHEDULE;
}

bool HasBackward(const proto::ProgramDesc& program) {
  return HasOp(program, IsBackward);
}

bool Trains(const proto::ProgramDesc& program) {
  return HasOp(program, IsBackwardOrUpdate);
}

}  // namespace paddle::framework
