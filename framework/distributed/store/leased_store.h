// Shares values that vanish with their process, and are written by one of many.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/store/lease.h"

namespace paddle::distributed {

// A key and its value, with the revisions of the store that have created it and
// changed it last. Each commit is one revision, and later ones are higher.
struct Entry {
  std::string key;
  std::string value;
  int64_t created = 0;
  int64_t modified = 0;
};

// Entries in order of their keys, and the revision at which they were so.
struct Listing {
  std::vector<Entry> entries;
  int64_t revision = 0;
};

// Holds for a key that this revision has created, or changed last; with 0, if
// there is no such key. A leader that writes on the condition that its key is
// the one that it has created writes nothing when another one has come.
struct Condition {
  enum class Kind { kCreated, kModified };
  std::string key;
  Kind kind = Kind::kModified;
  int64_t revision = 0;
};

// Sets a key, or removes it if there is no value. A key with a lease vanishes
// with it.
struct Change {
  std::string key;
  absl::optional<std::string> value;
  const Lease* lease = nullptr;
};

// A map of keys to values, both any bytes: a few thousand entries of a few
// kilobytes. Thread safe. All calls throw Unavailable, naming the store, when
// it cannot be reached; a commit with conditions may have been made then.
class LeasedStore {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  LeasedStore() = default;
  virtual ~LeasedStore() = default;
  LeasedStore(const LeasedStore&) = delete;
  LeasedStore& operator=(const LeasedStore&) = delete;

  // Returns a new lease, which may outlive the store. InvalidArgument for less
  // than 2 s, the shortest of etcd; others are rounded up to whole seconds.
  virtual std::unique_ptr<Lease> Grant(std::chrono::milliseconds ttl) = 0;
  // Returns all keys that begin with the prefix.
  virtual Listing List(const std::string& prefix) = 0;
  // Returns nothing for a key that is not there.
  virtual absl::optional<Entry> Get(const std::string& key) = 0;
  // Makes all of the changes, of different keys, if all of the conditions hold,
  // else none; returns the revision, or 0 for none. NotFound if a lease has
  // ended.
  virtual int64_t Commit(const std::vector<Condition>& conditions,
                         const std::vector<Change>& changes) = 0;
  // Returns true as soon as a key that begins with the prefix has been changed
  // or removed after that revision, and false at the deadline. It may return
  // true too early, when the store no longer knows what has changed since.
  virtual bool WaitForChange(const std::string& prefix, int64_t after,
                             Deadline deadline) = 0;

  void Set(const std::string& key, const std::string& value,
           const Lease* lease = nullptr);
  void Remove(const std::string& key);
  // Sets a key that is not there; returns the revision, or 0 if it is.
  int64_t Create(const std::string& key, const std::string& value,
                 const Lease* lease = nullptr);
  // Sets a key, which loses its lease, if this revision has changed it last;
  // returns the revision, or 0 if another one has, or it is not there.
  int64_t Replace(const std::string& key, int64_t modified,
                  const std::string& value);
};

}  // namespace paddle::distributed
