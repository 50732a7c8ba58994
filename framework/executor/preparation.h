// Computes the derived variables of a program when their sources have changed.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Owns the compiled prepare block of a program (ir/prepare.h) and the values of
// the derived variables for the sets of sources used last. Thread safe: threads
// that ask for new values at the same time wait for one run.
class Preparation {
 public:
  // Compiles the prepare block, which the program must have, for a place.
  // Throws what BlockCompiler throws.
  Preparation(const std::shared_ptr<const Program>& program,
              platform::Place place, bool check_nan_inf);

  // Returns the derived variables, in the order of Update's values.
  const std::vector<std::string>& names() const { return names_; }

  // Returns the values of the derived variables, on the place, for the sources
  // found in `scope` or its parents; the thread holds the locks of all these
  // scopes. Runs the block unless it has run for the same variables in the same
  // versions, in memory that nobody else had: whoever shares a source's memory
  // may have written to it since. Throws FailedPrecondition, with the name, for
  // a source that does not exist or holds no tensor, and the errors of
  // operators.
  std::shared_ptr<const std::vector<LoDTensor>> Update(const Scope& scope);

 private:
  using Variables = std::vector<const Variable*>;
  using Values = std::vector<LoDTensor>;

  // The sources that were found in a scope: still there while nothing was
  // created or erased.
  struct Found {
    uint64_t scope_uid = 0;
    uint64_t chain_version = 0;
    Variables sources;
  };
  // The sources, as uid and version of each, and the values computed from them.
  struct Entry {
    std::vector<uint64_t> uids;
    std::vector<uint64_t> versions;
    bool shared = false;  // the memory of a source, when they were computed
    std::shared_ptr<const Values> values;  // null before the first run
  };

  const Variables& SourcesIn(const Scope& scope);
  void CheckValues(const Variables& sources) const;
  Entry& EntryOf(const Variables& sources);
  std::shared_ptr<const Values> Run(const Variables& sources);

  const std::vector<std::string> sources_;
  const std::vector<std::string> names_;
  const bool check_nan_inf_;
  FramePool frames_;
  const std::shared_ptr<Scope> scope_;  // empty: the run gets all it reads
  std::mutex mutex_;                    // guards what follows
  std::vector<Found> found_;            // most recently used first, as entries_
  std::vector<Entry> entries_;
};

}  // namespace paddle::framework
