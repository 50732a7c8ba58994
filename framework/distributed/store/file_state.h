// Reads and writes the file of a store with leases.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paddle/framework/distributed/store/file_state.pb.h"
#include "paddle/framework/distributed/store/folder_files.h"
#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// The contents of a store in a folder; whoever has them has the folder's lock.
// Leases that have ended, and their keys, are removed first. DataLoss, naming
// the file, if it is damaged; Unavailable if it cannot be read or written.
class FileState {
 public:
  explicit FileState(const std::string& folder);

  int64_t revision() const { return state_.revision(); }
  bool HasLease(int64_t id) const { return leases_.count(id) != 0; }
  int64_t AddLease(int64_t seconds);
  // Begins the lease's time anew.
  void Touch(int64_t id) const;
  void RemoveLease(int64_t id);

  const file_state::Entry* Find(const std::string& key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
  }
  // The entries whose keys begin with a prefix.
  std::vector<const file_state::Entry*> Under(const std::string& prefix) const;
  // Make one revision, until it is saved.
  void Begin() { state_.set_revision(state_.revision() + 1); }
  void Make(const Change& change);
  void Remove(const std::string& key);
  void Save();
  // Returns whether a key that begins with the prefix has changed after a
  // revision.
  bool Changed(const std::string& prefix, int64_t after) const;

 private:
  std::string FileOf(int64_t lease) const;
  void Read();
  void RemoveEndedLeases();
  bool HasEnded(int64_t id, int64_t seconds) const;

  const std::string folder_;
  const FolderLock lock_;
  file_state::State state_;  // without entries and leases
  std::map<std::string, file_state::Entry> entries_;
  std::map<int64_t, int64_t> leases_;  // seconds
};

}  // namespace paddle::distributed
