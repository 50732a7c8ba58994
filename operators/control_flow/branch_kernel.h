// The kernels of operators that own several blocks, not all of which run.
#pragma once

#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"

namespace paddle::operators {

// Returns, for each gradient block, the indices of the captures whose gradients
// are its last results (see branch_gradient.h). Throws InvalidArgument for
// attributes that do not fit.
std::vector<std::vector<int64_t>> WantedOfBlocks(
    const framework::OpArguments& arguments);

// Returns the step scopes of an output slot, cleared; null if it is omitted.
framework::StepScopes* EmptyScopes(const framework::KernelContext& context,
                                   framework::SlotRange scopes);
// Moves the variables of the only step of `run` that the gradient of `block`
// reads to `scopes`; does nothing if there is no gradient.
void SaveBranch(framework::SubBlockRun* run, const framework::SubBlock& block,
                framework::StepScopes* scopes);

// Runs the block of the first condition that holds. If none does, runs the
// extra block at the end, if there is one, and else copies Otherwise to Out.
class BranchKernel : public framework::OpKernel {
 public:
  void Compute(const framework::KernelContext& context) const final;

 protected:
  // `conditions` names the slot of the conditions. A derived constructor calls
  // AddBlock for each block and then CheckBlocks, which throws InvalidArgument
  // if numbers of blocks, conditions and outputs do not fit.
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

// The gradient: runs the gradient block, of attribute `blocks`, of the block
// that ran. The conditions are evaluated again: they are inputs, too.
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
