// Compiles a block of a program that is run on a scope.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

struct CompileOptions {
  platform::Place place;
  // Variables to leave in the scope, in memory of their own, after a run.
  std::vector<std::string> targets;
  // Variables whose values are set before each run although an operator may
  // write them: what it writes is discarded.
  std::vector<std::string> feeds;
  // Leave every variable in the scope (Block::Run).
  bool keep_all = false;
  // The run has a scope of its own, a child of the given one (scoped_run.h):
  // feeds, targets, and all else that operators write and that is not
  // persistable, live there. Feeds and targets have slots, used or not.
  bool own_scope = false;
  // With own_scope: persistables that operators write live there, too, and
  // begin as copies of those in the given scope, which stay as they are.
  bool discard_updates = false;
  // The name of a counter of runs, a std::atomic<uint64_t> in the root scope,
  // made if need be; empty: none.
  std::string counter;
  // Lay intermediates out in one arena (see memory_plan.h). Off: each is
  // allocated before its operator runs and given back after its last use. The
  // results are the same bits.
  bool plan_memory = true;
  // On a GPU, replay runs that repeat as one graph (see frame_graph.h).
  bool device_graphs = true;
};

// Works once; not thread safe, unlike the block that it makes.
class BlockCompiler {
 public:
  // Block `block` of the program, which the compiled block keeps alive.
  BlockCompiler(std::shared_ptr<const Program> program, int block,
                CompileOptions options);

  // Returns the compiled block, those that its operators own included.
  // Unimplemented, with operator and call site, if a kernel is missing, or for
  // blocks that nest more than a hundred deep.
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
