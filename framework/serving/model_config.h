// Reads from config.json how a model is served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/serving/batcher.h"

namespace paddle::serving {

inline constexpr char kConfigFile[] = "config.json";

// Chooses the versions of a model that are loaded.
struct VersionPolicy {
  enum class Kind { kLatest, kAll, kSpecific };
  Kind kind = Kind::kLatest;
  int64_t latest = 1;             // of kLatest: how many
  std::vector<int64_t> versions;  // of kSpecific
};

struct ModelConfig {
  VersionPolicy versions;
  BatcherOptions batcher;
};

// Reads a configuration, each member of which may be left out:
//
//   {"versions": "latest", "latest": 1, "specific": [3, 5],
//    "threads": 1, "queue": 1024, "queue_bytes": 268435456,
//    "joining": "equal_bits", "max_batch_rows": 256, "max_wait_us": 0}
//
// "versions" is latest, all or specific; "joining" equal_bits, independent or
// never. Throws InvalidArgument, naming `source` and the member, for anything
// else.
ModelConfig ParseModelConfig(absl::string_view text, const std::string& source);

// Returns the versions that may be loaded of those there are, the highest ones
// first. Those that a policy names and that are not there are left out.
std::vector<int64_t> CandidateVersions(const VersionPolicy& policy,
                                       std::vector<int64_t> present);

// True if no more need to be loaded, in that order, than the `loaded` ones.
bool HasEnough(const VersionPolicy& policy, size_t loaded);

}  // namespace paddle::serving
