// All or nothing: takes back what was written to a program.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// Unless Commit is called, restores the program at the end to what it was at
// the beginning. Pointers into the program's message are then invalid; handles
// by name are not.
class Transaction {
 public:
  // A null program is allowed: nothing happens.
  explicit Transaction(std::shared_ptr<framework::Program> program);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void Commit() { program_ = nullptr; }

 private:
  std::shared_ptr<framework::Program> program_;
  framework::proto::ProgramDesc before_;
};

}  // namespace paddle::backward
