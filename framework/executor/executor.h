// Runs programs: feeds in, fetches out.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/executor/prepared_program.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

using Feeds = std::vector<std::pair<std::string, LoDTensor>>;

// Thread safe, on any scopes (see PreparedProgram::Run). Prepared programs are
// cached by program version, feeds, fetches and mode.
class Executor {
 public:
  explicit Executor(platform::Place place = platform::CPUPlace(),
                    ExecutorOptions options = {});

  // Prepare the program (or take it from the cache) and run it; see
  // PreparedProgram for errors. Eval changes nothing in the scope.
  std::vector<Fetched> Run(const std::shared_ptr<const Program>& program,
                           const Feeds& feeds,
                           const std::vector<std::string>& fetches,
                           Scope* scope,
                           platform::CancellationToken* cancellation = nullptr);
  std::vector<Fetched> Eval(
      const std::shared_ptr<const Program>& program, const Feeds& feeds,
      const std::vector<std::string>& fetches, Scope* scope,
      platform::CancellationToken* cancellation = nullptr);

  // Returns the cached entry, for callers that run one program again and again.
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

  struct Entry {
    uint64_t program_uid;
    uint64_t program_version;
    uint64_t last_use;
    std::shared_ptr<const PreparedProgram> prepared;
  };

  const platform::Place place_;
  const ExecutorOptions options_;
  std::mutex mutex_;
  uint64_t uses_ = 0;
  absl::flat_hash_map<std::string, Entry> cache_;
};

}  // namespace paddle::framework
