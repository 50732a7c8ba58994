// A block as the design documents show it: made from a description, run on a
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

// Run on a scope keeps every variable of the block in that scope; use Executor
// for training. Compiled on first use. Thread safe; runs on one scope wait for
// each other (scope_locks.h).
class Block {
 public:
  Block(std::shared_ptr<const Program> program, int index);
  // A block that owns no further blocks, with the registry's schemas.
  explicit Block(const proto::BlockDesc& desc);
  ~Block();

  // Makes the block's variables in `scope`: persistables in its root, others
  // locally. Existing ones stay as they are, but data without a value gets its
  // default value.
  void CreateVariables(Scope* scope) const;
  // Chooses the kernels; Run does it when it was not done.
  void CreateOperators(platform::Place place = platform::CPUPlace()) const;

  // Runs the shape functions: the variables get dims and memory, no kernel
  // runs.
  void InferShape(Scope* scope) const;
  void Run(Scope* scope, platform::Place place = platform::CPUPlace()) const;

  // Runs what the targets need, and nothing else; returns copies of the latest
  // values of those that are variables, in order. A target that is no variable
  // is an operator, as in EvalOperators. NotFound for an unknown target.
  std::vector<LoDTensor> Eval(const std::vector<std::string>& targets,
                              Scope* scope,
                              const platform::DeviceContext& context) const;
  // The same for operators alone, given by name, or by id as "#7": for
  // optimization steps.
  void EvalOperators(const std::vector<std::string>& operators, Scope* scope,
                     const platform::DeviceContext& context) const;

  const proto::BlockDesc& desc() const;

 private:
  // The block compiled for a place, on first use.
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
