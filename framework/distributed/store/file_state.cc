#include "paddle/framework/distributed/store/file_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {

namespace {

// Removals that are remembered for those who wait for changes.
constexpr int kRemovals = 1000;

}  // namespace

FileState::FileState(const std::string& folder)
    : folder_(folder), lock_(folder) {
  Read();
  RemoveEndedLeases();
}

std::string FileState::FileOf(int64_t lease) const {
  return absl::StrCat(folder_, "/%lease-", lease);
}

void FileState::Read() {
  const std::string path = folder_ + "/%state";
  std::string bytes;
  try {
    bytes = platform::ReadFile(path);
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kNotFound) throw;
  }
  PADDLE_ENFORCE(state_.ParseFromString(bytes), DataLoss, path,
                 " is no store, or damaged");
  for (file_state::Entry& each : *state_.mutable_entries()) {
    const std::string key = each.key();
    entries_[key] = std::move(each);
  }
  for (const file_state::Lease& each : state_.leases()) {
    leases_[each.id()] = each.seconds();
  }
  state_.clear_entries();
  state_.clear_leases();
}

bool FileState::HasEnded(int64_t id, int64_t seconds) const {
  struct stat file;
  if (stat(FileOf(id).c_str(), &file) != 0) return true;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const double age =
      static_cast<double>(now.tv_sec - file.st_mtim.tv_sec) +
      static_cast<double>(now.tv_nsec - file.st_mtim.tv_nsec) / 1e9;
  return age >= static_cast<double>(seconds);
}

void FileState::RemoveEndedLeases() {
  std::vector<int64_t> ended;
  for (const auto& [id, seconds] : leases_) {
    if (HasEnded(id, seconds)) ended.push_back(id);
  }
  for (const int64_t id : ended) RemoveLease(id);
}

int64_t FileState::AddLease(int64_t seconds) {
  const int64_t id = state_.last_lease() + 1;
  NewFile file(folder_);
  file.Rename(FileOf(id));
  Touch(id);
  state_.set_last_lease(id);
  leases_[id] = seconds;
  Save();
  return id;
}

void FileState::Touch(int64_t id) const {
  struct timespec times[2];
  clock_gettime(CLOCK_REALTIME, &times[1]);
  times[0] = times[1];
  const std::string path = FileOf(id);
  // The file system's own clock may be behind.
  if (utimensat(AT_FDCWD, path.c_str(), times, 0) != 0) {
    FailAt("renewing a lease,", path);
  }
}

void FileState::RemoveLease(int64_t id) {
  if (leases_.erase(id) == 0) return;
  std::vector<std::string> keys;
  for (const auto& [key, entry] : entries_) {
    if (entry.lease() == id) keys.push_back(key);
  }
  if (!keys.empty()) Begin();
  for (const std::string& key : keys) Remove(key);
  Save();
  unlink(FileOf(id).c_str());
}

std::vector<const file_state::Entry*> FileState::Under(
    const std::string& prefix) const {
  std::vector<const file_state::Entry*> found;
  for (auto each = entries_.lower_bound(prefix);
       each != entries_.end() && absl::StartsWith(each->first, prefix);
       ++each) {
    found.push_back(&each->second);
  }
  return found;
}

void FileState::Make(const Change& change) {
  if (!change.value.has_value()) return Remove(change.key);
  file_state::Entry& entry = entries_[change.key];
  if (entry.created() == 0) entry.set_created(revision());
  entry.set_key(change.key);
  entry.set_value(*change.value);
  entry.set_modified(revision());
  entry.set_lease(change.lease == nullptr ? 0 : change.lease->id());
}

void FileState::Remove(const std::string& key) {
  if (entries_.erase(key) == 0) return;
  file_state::Removal* removal = state_.add_removals();
  removal->set_key(key);
  removal->set_revision(revision());
}

void FileState::Save() {
  auto& removals = *state_.mutable_removals();
  if (removals.size() > kRemovals) {
    const int many = removals.size() - kRemovals / 2;
    state_.set_forgotten(removals[many - 1].revision());
    removals.DeleteSubrange(0, many);
  }
  file_state::State whole = state_;
  for (const auto& each : entries_) *whole.add_entries() = each.second;
  for (const auto& [id, seconds] : leases_) {
    file_state::Lease* lease = whole.add_leases();
    lease->set_id(id);
    lease->set_seconds(seconds);
  }
  NewFile file(folder_);
  file.Write(whole.SerializeAsString());
  file.Rename(folder_ + "/%state");
}

bool FileState::Changed(const std::string& prefix, int64_t after) const {
  // Forgotten removals may be of the prefix; a lower revision is another store.
  if (after < state_.forgotten() || after > revision()) return true;
  const auto found = Under(prefix);
  const auto& removals = state_.removals();
  return std::any_of(
             found.begin(), found.end(),
             [&](const auto* each) { return each->modified() > after; }) ||
         std::any_of(removals.begin(), removals.end(), [&](const auto& each) {
           return each.revision() > after &&
                  absl::StartsWith(each.key(), prefix);
         });
}

}  // namespace paddle::distributed
