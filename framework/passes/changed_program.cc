#include "paddle/framework/passes/changed_program.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/passes/update_captures.h"

namespace paddle::framework {

Program* ChangedProgram::get() {
  if (copy_ == nullptr) copy_ = program_->Clone();
  return copy_.get();
}

std::shared_ptr<const Program> ChangedProgram::Finish() {
  if (copy_ == nullptr) return program_;
  DropUnused(copy_->mutable_desc());
  const NameList derived = DerivedNames(*copy_);
  if (!derived.empty()) UpdateCaptures(derived, /*dropped=*/{}, copy_.get());
  copy_->Changed();
  return copy_;
}

}  // namespace paddle::framework
