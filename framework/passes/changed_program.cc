#include "paddle/framework/passes/changed_program.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/passes/complete_captures.h"

namespace paddle::framework {

Program* ChangedProgram::get() {
  if (copy_ == nullptr) copy_ = program_->Clone();
  return copy_.get();
}

std::shared_ptr<const Program> ChangedProgram::Finish() {
  if (copy_ == nullptr) return program_;
  CompleteCaptures(copy_.get());
  DropUnused(copy_->mutable_desc());
  copy_->Changed();
  return copy_;
}

}  // namespace paddle::framework
