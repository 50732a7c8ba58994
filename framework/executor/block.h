// A block as the design documents show it: made from a description and run on a
// scope.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::framework {

// Runs on a scope, keeping every variable of the block there; use Executor for
// training. Compiled on first use. Thread safe; runs on one scope wait for each
// other (scope_locks.h).
class Block {
 public:
  Block(std::shared_ptr<const Program> program, int index);
  // Wraps a block that owns no further blocks; schemas come from the registry.
  explicit Block(const proto::BlockDesc& desc);
  ~Block();

  // Makes the block's variables in `scope`: persistables in its root, others
  // locally. Leaves existing ones as they are, except that data without a value
  // gets its default value.
  void CreateVariables(Scope* scope) const;
  // Chooses the kernels; Run does so if it was not called.
  void CreateOperators(platform::Place place = platform::CPUPlace()) const;

  // Runs only the shape functions: variables get shapes and memory, but no
  // kernel runs.
  void InferShape(Scope* scope) const;
  // Runs all operators; see RunOnScope (scoped_run.h).
  void Run(Scope* scope, platform::Place place = platform::CPUPlace()) const;

  // Runs what the targets need and nothing else, and returns copies of the
  // latest values of those targets that are variables, in order. Other targets
  // are operators, as in EvalOperators. Throws NotFound for an unknown target.
  std::vector<LoDTensor> Eval(const std::vector<std::string>& targets,
                              Scope* scope,
                              const platform::DeviceContext& context) const;
  // Runs what operators need, each given by name or by id as "#7"; for
  // optimization steps.
  void EvalOperators(const std::vector<std::string>& operators, Scope* scope,
                     const platform::DeviceContext& context) const;

  const proto::BlockDesc& desc() const;

 private:
  // Returns the frames for a place; compiles the block on first use.
  FramePool* Frames(platform::Place place) const;
  void RunPruned(const std::vector<std::string>& targets, Scope* scope,
                 platform::Place place) const;

  const std::shared_ptr<const Program> program_;
  const int index_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<int, int>, std::unique_ptr<FramePool>>
      frames_;  // by place
};

}  // namespace paddle::framework
