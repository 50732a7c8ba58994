#include "paddle/framework/executor/op_profile.h"

#include <mutex>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace paddle::framework {
namespace {

using Key = std::tuple<uint64_t, int, int64_t, uint64_t>;

struct Described {
  std::mutex mutex;
  uint64_t session = 0;
  std::vector<ProfiledOp> ops;
  absl::flat_hash_map<Key, platform::EventLabel> labels;
};

Described& TheDescribed() {
  // Never destroyed: threads may still run when the process ends.
  static auto* const described = new Described;
  return *described;
}

void Clear(Described* described) {
  described->session = platform::EventSession();
  described->ops.clear();
  described->labels.clear();
}

}  // namespace

void StartOpProfile(size_t max_events) {
  Described& described = TheDescribed();
  const std::lock_guard<std::mutex> lock(described.mutex);
  platform::StartEvents(max_events);
  Clear(&described);
}

OpProfile StopOpProfile() {
  Described& described = TheDescribed();
  const std::lock_guard<std::mutex> lock(described.mutex);
  OpProfile profile;
  profile.times = platform::StopEvents();
  profile.ops = std::move(described.ops);
  profile.times.totals.resize(profile.ops.size());
  Clear(&described);
  return profile;
}

platform::EventLabel LabelOf(uint64_t session, const ProfiledOpKey& key,
                             absl::FunctionRef<ProfiledOp()> describe) {
  Described& described = TheDescribed();
  const std::lock_guard<std::mutex> lock(described.mutex);
  // Runs that began in an earlier profile lose their events, so any label will
  // do.
  if (session != described.session) return 0;
  const Key known(key.program, key.block, key.op, key.shapes);
  const auto [it, inserted] =
      described.labels.try_emplace(known, described.ops.size());
  if (inserted) described.ops.push_back(describe());
  return it->second;
}

}  // namespace paddle::framework
