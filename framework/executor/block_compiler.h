// Compiles a block of a program that is run on a scope.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Everything that a compiled block depends on besides the program.
struct CompileOptions {
  platform::Place place;
  // Variables that stay in the scope after a run, in memory of their own.
  std::vector<std::string> targets;
  // Variables whose values are set before each run although an operator may
  // write them; such writes are discarded.
  std::vector<std::string> feeds;
  // Keep every variable in the scope (Block::Run).
  bool keep_all = false;
  // The run has a scope of its own, a child of the given one (scoped_run.h),
  // with the feeds, the targets and all that operators write and is not
  // persistable. Feeds and targets have slots, used or not.
  bool own_scope = false;
  // With own_scope: also keep written persistables there, beginning as copies
  // of those in the given scope, which do not change.
  bool discard_updates = false;
  // The name of a counter of runs, a std::atomic<uint64_t> in the root scope,
  // made if missing; empty for none.
  std::string counter;
  // Lay intermediates out in one arena (see memory_plan.h). Otherwise each is
  // allocated before its operator runs and freed after its last use; the
  // results are bitwise the same.
  bool plan_memory = true;
  // On a GPU, replay runs that repeat as a graph (see frame_graph.h).
  bool device_graphs = true;
};

// Compiles once. Not thread safe, unlike the block that it makes.
class BlockCompiler {
 public:
  // Compiles block `block` of the program, which the compiled block keeps
  // alive.
  BlockCompiler(std::shared_ptr<const Program> program, int block,
                CompileOptions options);

  // Returns the compiled block, including those that its operators own. Throws
  // Unimplemented, naming operator and call site, for a missing kernel, or for
  // blocks nested more than a hundred deep.
  std::shared_ptr<const CompiledBlock> Compile();

 private:
  using Slot = CompiledBlock::Slot;
  using Storage = CompiledBlock::Storage;

  void ChooseStorage();
  Storage StorageOf(const Slot& slot) const;
  Storage StorageInOwnScope(const Slot& slot) const;
  Storage StorageOfWritten(const Slot& slot) const;
  bool IsInFrame(Storage storage) const;
  bool IsLocal(const Slot& slot) const;

  const CompileOptions options_;
  CompiledBlock::Contents contents_;
};

}  // namespace paddle::framework
