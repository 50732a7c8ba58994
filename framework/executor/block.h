// Runs one block of a program on a scope of the caller and keeps all of its
// variables there. To train a program, use Executor.
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

// A block and its compiled forms, one for each place, made on first use. Thread
// safe; runs on one scope wait for each other (scope_locks.h). Runs no prepare
// block (ir/prepare.h): where an operator would read what one computes, a run
// throws Unimplemented. Use Executor for such a program.
class Block {
 public:
  // Throws if the program has no block of this index.
  Block(std::shared_ptr<const Program> program, int index);
  // Wraps a block that owns no further blocks; schemas come from the registry.
  explicit Block(const proto::BlockDesc& desc);
  ~Block();

  // Makes the block's variables: persistables in the root of `scope`, others in
  // `scope` itself. Existing variables do not change, except that data without
  // a value gets its default value.
  void CreateVariables(Scope* scope) const;
  // Compiles the block for a place, which chooses its kernels. Optional: Run
  // does so if necessary.
  void CreateOperators(platform::Place place = platform::CPUPlace()) const;

  // Runs the shape functions but no kernels: variables get shapes and memory.
  void InferShape(Scope* scope) const;
  // Runs all operators; see RunOnScope (scoped_run.h).
  void Run(Scope* scope, platform::Place place = platform::CPUPlace()) const;

  // Runs the operators that the targets need and no others. A target is a
  // variable, or an operator as in EvalOperators. Returns copies of the values
  // of the variables among the targets, in order; they are the latest ones,
  // which a run of another thread may have written meanwhile. Throws NotFound
  // for an unknown target.
  std::vector<LoDTensor> Eval(const std::vector<std::string>& targets,
                              Scope* scope,
                              const platform::DeviceContext& context) const;
  // Runs the given operators and those they need, and no others, for example an
  // optimization step. An operator is given by name, or by id as "#7".
  void EvalOperators(const std::vector<std::string>& operators, Scope* scope,
                     const platform::DeviceContext& context) const;

  const proto::BlockDesc& desc() const;

 private:
  void CheckDerived() const;
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
