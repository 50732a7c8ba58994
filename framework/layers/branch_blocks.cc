#include "paddle/framework/layers/branch_blocks.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::layer {

BranchBlocks::Branch* BranchBlocks::Open() const {
  for (const auto& branch : branches_) {
    if (branch->body.is_open()) return branch.get();
  }
  return nullptr;
}

BranchBlocks::Branch& BranchBlocks::Add() {
  // Later blocks must have the parent of the first.
  const BlockBuilder* const first =
      branches_.empty() ? nullptr : &branches_[0]->body;
  branches_.push_back(std::make_unique<Branch>(construct_, first));
  return *branches_.back();
}

BranchBlocks::Branch& BranchBlocks::Begin() {
  if (!branches_.empty()) branches_[0]->body.CheckSibling();
  Branch& branch = Add();
  branch.body.Open();
  return branch;
}

void BranchBlocks::EndBlock() {
  CheckWritable("the end of a block");
  Branch* const branch = Open();
  PADDLE_ENFORCE(branch != nullptr, FailedPrecondition, "a block of ",
                 construct_, " ends before it begins");
  branch->body.Close();
}

void BranchBlocks::Output(const std::vector<Variable>& variables) {
  CheckWritable("an output");
  Branch* const branch = Open();
  PADDLE_ENFORCE(branch != nullptr, FailedPrecondition,
                 "an output belongs inside a block of ", construct_);
  branch->body.CheckOpen("an output");
  for (const Variable& variable : variables) {
    branch->body.SeenInside(variable);  // checks all before adding any
  }
  for (const Variable& variable : variables) {
    branch->body.AddResult(variable);
    ++branch->outputs;
  }
}

void BranchBlocks::CheckWritable(const char* what) const {
  // The blocks may be gone without Abandon, when an enclosing block was
  // removed.
  const bool gone =
      std::any_of(branches_.begin(), branches_.end(), [](const auto& branch) {
        return branch->body.state() == BlockBuilder::State::kTakenBack;
      });
  PADDLE_ENFORCE(!abandoned_ && !gone, FailedPrecondition, what, " belongs to ",
                 article_, " ", construct_, " whose blocks were taken back");
  PADDLE_ENFORCE(!called_, FailedPrecondition, what, " belongs to ", article_,
                 " ", construct_, " that is finished");
}

void BranchBlocks::Commit() {
  for (const auto& branch : branches_) branch->body.Commit();
  called_ = true;
}

void BranchBlocks::Abandon() noexcept {
  abandoned_ = !called_;
  // In reverse, so that the last block is removed first and indices stay valid.
  for (auto one = branches_.rbegin(); one != branches_.rend(); ++one) {
    (*one)->body.TakeBack();
  }
}

}  // namespace paddle::layer
