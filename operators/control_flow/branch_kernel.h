// The base classes of the kernels of operators that run one of several blocks,
// and of their gradients.
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

// Returns the step scopes in an output slot, cleared; null if the program does
// not want the output.
framework::StepScopes* EmptyScopes(const framework::KernelContext& context,
                                   framework::SlotRange scopes);
// Moves those variables of the only step of `run` that the gradient of `block`
// reads to `scopes`; does nothing if there is no gradient.
void SaveBranch(framework::SubBlockRun* run, const framework::SubBlock& block,
                framework::StepScopes* scopes);

// Runs the block of the first condition that is true. If none is, runs the last
// block, if there is one more than conditions, and otherwise copies Otherwise
// to Out.
class BranchKernel : public framework::OpKernel {
 public:
  void Compute(const framework::KernelContext& context) const final;

 protected:
  // `conditions` names the slot of the conditions. A derived constructor calls
  // AddBlock for each block and then CheckBlocks, which throws InvalidArgument
  // unless the numbers of blocks, conditions and outputs match.
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

// The gradient of BranchKernel: runs the gradient block (attribute `blocks`) of
// the block that ran. The conditions, which are inputs of the gradient, too,
// tell again which block that was.
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
