#include "paddle/framework/distributed/store/file_leased_store.h"

#include <chrono>
#include <utility>

#include "paddle/framework/distributed/store/file_state.h"
#include "paddle/framework/distributed/store/file_state.pb.h"
#include "paddle/framework/distributed/store/folder_files.h"
#include "paddle/framework/distributed/store/lease_time.h"
#include "paddle/framework/distributed/store/look_pause.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using std::chrono::steady_clock;

Entry EntryOf(const file_state::Entry& entry) {
  return {entry.key(), entry.value(), entry.created(), entry.modified()};
}

bool Holds(const FileState& state, const Condition& condition) {
  const file_state::Entry* entry = state.Find(condition.key);
  if (entry == nullptr) return condition.revision == 0;
  return condition.revision == (condition.kind == Condition::Kind::kCreated
                                    ? entry->created()
                                    : entry->modified());
}

class FileLeasedStore final : public LeasedStore {
 public:
  explicit FileLeasedStore(std::string folder) : folder_(std::move(folder)) {
    MakeStoreFolder(folder_);
  }

  std::unique_ptr<Lease> Grant(std::chrono::milliseconds ttl) override {
    const int64_t seconds = LeaseSeconds(ttl);
    const Lease::Time asked = steady_clock::now();
    const int64_t id = FileState(folder_).AddLease(seconds);
    const auto renew = [folder = folder_, id] {
      const FileState state(folder);
      if (!state.HasLease(id)) return false;
      state.Touch(id);
      return true;
    };
    const auto end = [folder = folder_, id] {
      FileState(folder).RemoveLease(id);
    };
    return std::make_unique<Lease>(id, std::chrono::seconds(seconds), asked,
                                   Lease::Calls{renew, end});
  }

  Listing List(const std::string& prefix) override {
    const FileState state(folder_);
    Listing listing;
    listing.revision = state.revision();
    for (const file_state::Entry* each : state.Under(prefix)) {
      listing.entries.push_back(EntryOf(*each));
    }
    return listing;
  }

  absl::optional<Entry> Get(const std::string& key) override {
    const FileState state(folder_);
    const file_state::Entry* entry = state.Find(key);
    if (entry == nullptr) return absl::nullopt;
    return EntryOf(*entry);
  }

  int64_t Commit(const std::vector<Condition>& conditions,
                 const std::vector<Change>& changes) override;

  bool WaitForChange(const std::string& prefix, int64_t after,
                     Deadline deadline) override;

 private:
  const std::string folder_;
};

int64_t FileLeasedStore::Commit(const std::vector<Condition>& conditions,
                                const std::vector<Change>& changes) {
  FileState state(folder_);
  for (const Condition& condition : conditions) {
    if (!Holds(state, condition)) return 0;
  }
  for (const Change& change : changes) {
    PADDLE_ENFORCE(
        change.lease == nullptr || state.HasLease(change.lease->id()), NotFound,
        "the lease of a key of the store ", folder_, " has ended");
  }
  state.Begin();
  for (const Change& change : changes) state.Make(change);
  state.Save();
  return state.revision();
}

bool FileLeasedStore::WaitForChange(const std::string& prefix, int64_t after,
                                    Deadline deadline) {
  LookPause pause;
  while (true) {
    const auto now = steady_clock::now();
    if (FileState(folder_).Changed(prefix, after)) return true;
    if (now >= deadline) return false;
    pause.Sleep(now, deadline);
  }
}

}  // namespace

std::unique_ptr<LeasedStore> NewFileLeasedStore(const std::string& folder) {
  return std::make_unique<FileLeasedStore>(folder);
}

}  // namespace paddle::distributed
