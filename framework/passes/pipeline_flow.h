// Checks that a training program flows through its stages, and says what each
// exchanges.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/passes/stage_plan.h"
#include "paddle/framework/passes/stage_transfers.h"

namespace paddle::framework {

// Operators are those of the global block, by index.
class PipelineFlow {
 public:
  // `main` must outlive this object. Errors are those of Pipeline.
  PipelineFlow(const Program& main, int stages);

  const StagePlan& plan() const { return plan_; }
  const std::vector<Transfer>& transfers() const { return transfers_; }
  const UseDef& uses() const { return uses_; }
  // The variables that are the same for all micro-batches.
  const absl::flat_hash_set<std::string>& shared() const { return shared_; }

  // True for what is computed for each micro-batch.
  bool IsInParts(int op) const;
  // True for a transfer that happens once in a run.
  bool IsWhole(const Transfer& transfer) const;
  // Returns the gradients that operator `op` is the last to write, and an
  // optimizer reads, as the mean over micro-batches.
  const std::vector<std::string>& GradientsOf(int op) const {
    return gradients_[op];
  }

 private:
  const proto::OpDesc& Op(int op) const { return ops_[op]; }
  void FindShared();
  void CheckRoles() const;
  void CheckDirection(const Transfer& transfer) const;
  void CheckOptimizer(int op);

  const Program& main_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
  const StagePlan plan_;
  const std::vector<Transfer> transfers_;
  absl::flat_hash_set<std::string> shared_;
  std::vector<std::vector<std::string>> gradients_;  // of each operator
};

}  // namespace paddle::framework
