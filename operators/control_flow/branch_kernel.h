// The kernel half of operators that own several blocks of which not all run.
#pragma once

#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"

namespace paddle::operators {

// For each gradient block, which captures its last results are gradients of
// (see branch_gradient.h). InvalidArgument for attributes that do not fit.
std::vector<std::vector<int64_t>> WantedOfBlocks(
    const framework::OpArguments& arguments);

// What an output slot of steps holds, emptied; null if the slot is left out.
framework::StepScopes* EmptyScopes(const framework::KernelContext& context,
                                   framework::SlotRange scopes);
// Moves what the gradient of `block` reads of the only step of `run` to
// `scopes`; does nothing if there is no gradient.
void SaveBranch(framework::SubBlockRun* run, const framework::SubBlock& block,
                framework::StepScopes* scopes);

// Runs the block of the first condition that holds; block number conditions, if
// there is one, if none does; else copies Otherwise.
class BranchKernel : public framework::OpKernel {
 public:
  void Compute(const framework::KernelContext& context) const final;

 protected:
  // `conditions` is a slot. After all AddBlock comes CheckBlocks.
  BranchKernel(const framework::OpArguments& arguments,
               absl::string_view conditions);
  void AddBlock(absl::string_view attribute, int i = 0);
  void CheckBlocks() const;

 private:
  void CheckResults(const framework::SubBlock& block) const;
  void RunBlock(const framework::KernelContext& context, int chosen) const;

  const framework::SlotRange conditions_;
  const framework::SlotRange otherwise_;
  const framework::SlotRange outs_;
  const framework::SlotRange scopes_;
  std::vector<std::unique_ptr<framework::SubBlock>> blocks_;
};

// Its gradient: the blocks stand in attribute `blocks`.
class BranchGradKernel : public framework::OpKernel {
 public:
  void Compute(const framework::KernelContext& context) const final;

 protected:
  BranchGradKernel(const framework::OpArguments& arguments,
                   absl::string_view conditions);

 private:
  void OtherwiseGrads(const framework::KernelContext& context,
                      bool chosen) const;
  void GiveGrads(const framework::KernelContext& context,
                 const framework::SubBlockRun& run) const;
  bool IsGiven(int i) const;

  const framework::SlotRange conditions_;
  const framework::SlotRange outs_;
  const framework::SlotRange out_grads_;
  const framework::SlotRange otherwise_;
  const framework::SlotRange otherwise_grads_;
  const framework::SlotRange scopes_;
  const std::vector<std::vector<int64_t>> wanted_;
  std::vector<int> floating_;  // outputs that have gradients
  std::vector<std::unique_ptr<framework::SubBlock>> blocks_;
};

}  // namespace paddle::operators
