// Makes a program ready for one set of feeds and fetches, and runs it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "absl/types/variant.h"

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

using Fetched = absl::variant<LoDTensor, SelectedRows>;

// What to run of a program.
enum class RunMode {
  // What the fetches need, and everything with a lasting effect: updates of
  // persistables, prints.
  kRun,
  // Only what the fetches need.
  kEval,
};

// Returns another program that computes the same, or the one it is given.
using ProgramFunction = std::function<std::shared_ptr<const Program>(
    const std::shared_ptr<const Program>&)>;

struct ExecutorOptions {
  bool check_nan_inf = false;  // see RunOptions
  bool plan_memory = true;     // see CompileOptions
  bool device_graphs = true;   // see CompileOptions
  // Sees each program after it was pruned, its feeds and fetches in its
  // description, and before it is compiled; empty: nothing changes it.
  // Called by several threads at once.
  ProgramFunction optimize;
};

// A program made ready for one set of feeds and fetches.
class PreparedProgram {
 public:
  // Prunes and compiles the global block. NotFound, with the nearest names, for
  // an unknown feed or fetch.
  PreparedProgram(const std::shared_ptr<const Program>& program,
                  std::vector<std::string> feeds,
                  std::vector<std::string> fetches, RunMode mode,
                  platform::Place place, const ExecutorOptions& options);

  // `feeds` in the order of the constructor. The run has a scope of its own, a
  // child of `scope` for as long as it lasts: there are the feeds, and whatever
  // the program writes that is not persistable; the rest is found in `scope`
  // and its parents, and stays there. In mode kEval persistables that the
  // program writes live in the run's scope, too, beginning as copies: `scope`
  // does not change. InvalidArgument, naming variable, wanted and given shape,
  // sequences or data type, for a wrong feed or, where a data variable is read,
  // a missing one; data that has a default value need not be fed, and is then
  // that value whatever the scope holds. Feeds are neither changed nor kept.
  // Fetched values lie on the CPU, in memory that is nobody else's.
  //
  // Any number of threads may run at the same time, on the same scope or not:
  // each run sees all that another one writes, or nothing (scope_locks.h).
  // Those that write persistables of a scope wait for all others on it.
  // FailedPrecondition for a run inside a run that needs the same scope.
  //
  // On a GPU feeds are copied there, and what the program reads of the scope
  // moves there to stay, as it moves back for a run on the CPU. Only fetching
  // waits for the GPU: what its kernels find wrong in the data is thrown by the
  // next thing that waits, at the latest by the next fetch of any run.
  //
  // `cancellation` ends the run early (see RunOptions); null: nothing does.
  std::vector<Fetched> Run(
      absl::Span<const LoDTensor> feeds, Scope* scope,
      platform::CancellationToken* cancellation = nullptr) const;

  const std::vector<std::string>& feeds() const { return feeds_; }
  const std::vector<std::string>& fetches() const { return fetches_; }
  // What is left of the program.
  const Program& pruned() const { return block().program(); }

 private:
  const CompiledBlock& block() const { return frames_->block(); }

  // What comes from outside at every run: first the feeds, then the data that
  // is not fed and has a default value.
  struct Input {
    proto::VarDesc var;
    LoDTensor default_value;
    int slot = -1;
    bool written = false;  // an operator updates it
  };
  struct Target {
    std::string name;
    int slot;
    bool last;  // not fetched once more
  };

  void AddDefaults(const SymbolTable& global, platform::Place place);
  void NoteSlots();
  void CheckFeeds(absl::Span<const LoDTensor> feeds) const;
  void CheckMissing() const;
  bool IsInput(const std::string& name) const;
  const LoDTensor& ValueOf(size_t input,
                           absl::Span<const LoDTensor> feeds) const {
    return input < feeds.size() ? feeds[input] : inputs_[input].default_value;
  }
  void Give(absl::Span<const LoDTensor> feeds, const ScopedRun& run) const;
  void TakeBack(absl::Span<const LoDTensor> feeds, const ScopedRun& run) const;
  std::vector<Fetched> Fetch(const ScopedRun& run) const;
  Fetched FetchOne(const Target& target, Variable* var) const;

  std::vector<std::string> feeds_;
  std::vector<Input> inputs_;
  std::vector<std::string> fetches_;
  std::vector<Target> targets_;  // of fetches_
  RunMode mode_;
  ExecutorOptions options_;
  std::unique_ptr<FramePool> frames_;
};

}  // namespace paddle::framework
