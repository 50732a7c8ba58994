// Prepares a program for one set of feeds and fetches, and runs it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "absl/types/variant.h"

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/preparation.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

using Fetched = absl::variant<LoDTensor, SelectedRows>;

// Selects the operators to run.
enum class RunMode {
  // The operators that the fetches need, and all that have a lasting effect:
  // updates of persistables, prints.
  kRun,
  // Only the operators that the fetches need.
  kEval,
};

// Returns another program that computes the same, or the one it is given.
using ProgramFunction = std::function<std::shared_ptr<const Program>(
    const std::shared_ptr<const Program>&)>;

// Options of an executor, for all its programs.
struct ExecutorOptions {
  bool check_nan_inf = false;  // see RunOptions
  bool plan_memory = true;     // see CompileOptions
  bool device_graphs = true;   // see CompileOptions
  // Sees each program after it was pruned, its feeds and fetches in its
  // description, and before it is compiled; empty: nothing changes it.
  // Called by several threads at once.
  ProgramFunction optimize;
};

// A program pruned and compiled for one set of feeds and fetches. Immutable, so
// any number of threads may run it.
class PreparedProgram {
 public:
  // Prunes and compiles the global block. Throws NotFound, suggesting the
  // nearest names, for an unknown feed or fetch.
  PreparedProgram(const std::shared_ptr<const Program>& program,
                  std::vector<std::string> feeds,
                  std::vector<std::string> fetches, RunMode mode,
                  platform::Place place, const ExecutorOptions& options);

  // Runs the program and returns the fetched values, on the CPU, in memory of
  // their own. `feeds` are in the order of the constructor; they are neither
  // changed nor kept.
  //
  // The run has a scope of its own, a child of `scope`, for the feeds and for
  // everything that the program writes and is not persistable; other variables
  // are those of `scope` and its ancestors. In mode kEval, written persistables
  // are in the run's scope, too, and begin as copies, so that `scope` does not
  // change. Throws InvalidArgument, naming the variable, the expected and the
  // given, for a feed of the wrong shape, LoD level or data type, or for a
  // missing feed of data that is read. Data with a default value need not be
  // fed and then has that value, whatever the scope holds.
  //
  // Thread safe, also on one scope: each run sees all that another one writes,
  // or nothing (scope_locks.h). Runs that write persistables of a scope exclude
  // all others on it. Throws FailedPrecondition for a run inside a run that
  // needs the same scope.
  //
  // On a GPU feeds are copied there, and persistables that the program reads
  // move there and stay until a run on the CPU moves them back. Only fetching
  // waits for the GPU: errors that its kernels find in data are thrown by the
  // next operation that waits, at the latest by the next fetch of any run.
  //
  // Derived variables (ir/prepare.h) are computed first, if their sources may
  // have changed in `scope` since the last time. They are left in no scope.
  //
  // `cancellation` ends the run early (see RunOptions); may be null.
  std::vector<Fetched> Run(
      absl::Span<const LoDTensor> feeds, Scope* scope,
      platform::CancellationToken* cancellation = nullptr) const;

  // Computes the derived variables now, if the first run on `scope` would.
  // Optional. Waits for other runs, and throws, as Run does.
  void WarmUp(Scope* scope) const;

  const std::vector<std::string>& feeds() const { return feeds_; }
  const std::vector<std::string>& fetches() const { return fetches_; }
  // The pruned program.
  const Program& pruned() const { return block().program(); }
  // The global block of the pruned program, compiled.
  const CompiledBlock& block() const { return frames_->block(); }

 private:
  // A value that comes from outside in each run: first the feeds, then data
  // with a default value that is not fed.
  struct Input {
    proto::VarDesc var;
    LoDTensor default_value;
    int slot = -1;
    bool written = false;  // an operator updates it
  };
  struct Target {
    std::string name;
    int slot;
    bool last;  // not fetched again later
  };

  void AddDefaults(const SymbolTable& global, platform::Place place);
  void NoteSlots();
  // Returns those of the inputs that are tensor arrays, in their order.
  std::vector<TensorArray> CheckFeeds(absl::Span<const LoDTensor> feeds) const;
  void CheckMissing() const;
  bool IsInput(const std::string& name) const;
  const LoDTensor& ValueOf(size_t input,
                           absl::Span<const LoDTensor> feeds) const {
    return input < feeds.size() ? feeds[input] : inputs_[input].default_value;
  }
  void Give(absl::Span<const LoDTensor> feeds, std::vector<TensorArray> arrays,
            const ScopedRun& run) const;
  void TakeBack(absl::Span<const LoDTensor> feeds, const ScopedRun& run) const;
  void GiveDerived(const Scope& scope, const ScopedRun& run) const;
  void ReleaseDerived(const ScopedRun& run) const;
  std::vector<Fetched> Fetch(const ScopedRun& run) const;
  Fetched FetchOne(const Target& target, Variable* var) const;

  std::vector<std::string> feeds_;
  std::vector<Input> inputs_;
  std::vector<std::string> fetches_;
  std::vector<Target> targets_;  // of fetches_
  RunMode mode_;
  ExecutorOptions options_;
  std::unique_ptr<FramePool> frames_;
  std::unique_ptr<Preparation> preparation_;  // null: nothing is derived
  std::vector<int> derived_;  // slots, in the order of its names
};

}  // namespace paddle::framework
