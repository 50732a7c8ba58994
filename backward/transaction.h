// Restores a program if writing to it fails.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// Unless Commit is called, its destructor restores the program to the state at
// construction. Pointers into the program's message are then invalid; handles
// by name are not.
class Transaction {
 public:
  // Accepts a null program and then does nothing.
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
