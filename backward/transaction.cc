#include "paddle/backward/transaction.h"

#include <utility>

namespace paddle::backward {

Transaction::Transaction(std::shared_ptr<framework::Program> program)
    : program_(std::move(program)) {
  if (program_ != nullptr) before_ = program_->desc();
}

Transaction::~Transaction() {
  if (program_ == nullptr) return;
  *program_->mutable_desc() = std::move(before_);
  program_->Changed();
}

}  // namespace paddle::backward
