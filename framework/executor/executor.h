// Runs programs: takes the values of feeds and returns those of fetches.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/prepared_program.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

using Feeds = std::vector<std::pair<std::string, LoDTensor>>;

// Prepares programs for one place, that is prunes and compiles them, and runs
// them. Prepared programs are cached by program version, feeds, fetches and
// mode, so that only the first run is slow; a changed program is prepared
// again. The cache keeps the 64 most recently used.
//
//   Executor executor(platform::CPUPlace());
//   const std::vector<Fetched> fetched =
//       executor.Run(program, {{"x", x}, {"y", y}}, {"loss"}, scope.get());
//
// Thread safe, also for runs on the same scope (see PreparedProgram).
class Executor {
 public:
  // Throws Unavailable if this build or machine does not have the place.
  explicit Executor(platform::Place place = platform::CPUPlace(),
                    ExecutorOptions options = {});
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Prepare the program, or take it from the cache, and run it on `scope`.
  // Return the values of `fetches` in their order, on the CPU. Run also runs
  // every operator with a lasting effect, such as updates of parameters; Eval
  // runs only what the fetches need and changes nothing in the scope.
  // `cancellation` may be null. PreparedProgram documents scopes and errors.
  std::vector<Fetched> Run(const std::shared_ptr<const Program>& program,
                           const Feeds& feeds,
                           const std::vector<std::string>& fetches,
                           Scope* scope,
                           platform::CancellationToken* cancellation = nullptr);
  std::vector<Fetched> Eval(
      const std::shared_ptr<const Program>& program, const Feeds& feeds,
      const std::vector<std::string>& fetches, Scope* scope,
      platform::CancellationToken* cancellation = nullptr);

  // Returns the prepared program, for callers that run it many times: they save
  // the look-up, and it stays valid when the cache drops it.
  std::shared_ptr<const PreparedProgram> Prepare(
      const std::shared_ptr<const Program>& program,
      const std::vector<std::string>& feeds,
      const std::vector<std::string>& fetches, RunMode mode);

  platform::Place place() const { return place_; }

 private:
  std::vector<Fetched> RunAs(const std::shared_ptr<const Program>& program,
                             const Feeds& feeds,
                             const std::vector<std::string>& fetches,
                             Scope* scope, RunMode mode,
                             platform::CancellationToken* cancellation);

  // Makes room: drops older versions of `program`, then the least recently used
  // entry.
  void DropStale(const Program& program);

  struct Cache;

  const platform::Place place_;
  const ExecutorOptions options_;
  std::mutex mutex_;
  uint64_t uses_ = 0;
  const std::unique_ptr<Cache> cache_;
};

}  // namespace paddle::framework
