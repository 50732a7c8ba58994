// Owns the copy of a program that a pass changes.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

//   ChangedProgram changed(program);
//   for (int i = 0; i < program->num_blocks(); ++i) {
//     if (MayFuse(program->block(i))) Fuse(i, changed.get());
//   }
//   return changed.Finish();
//
// Not thread safe.
class ChangedProgram {
 public:
  explicit ChangedProgram(const std::shared_ptr<const Program>& program)
      : program_(program) {}

  // Returns the copy, which the first call makes.
  Program* get();
  bool made() const { return copy_ != nullptr; }
  // Returns the copy without the variables that nothing needs any more, whose
  // owners of blocks read the derived variables (prepare.h) that these use; the
  // program itself if there is no copy. The last call.
  std::shared_ptr<const Program> Finish();

 private:
  const std::shared_ptr<const Program> program_;
  std::shared_ptr<Program> copy_;
};

}  // namespace paddle::framework
