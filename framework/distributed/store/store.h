// Shares small values between the processes of a job.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

namespace paddle::distributed {

// A map of keys to values, both any bytes, by which the processes of a job find
// each other: a few thousand entries of a few kilobytes, seldom written. A
// value is seen whole or not at all. Thread safe; of two writers of a key one
// wins. All calls throw Unavailable, naming the store, when it cannot be
// reached.
class Store {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  Store() = default;
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  virtual void Set(const std::string& key, const std::string& value) = 0;
  // Returns nothing for a key that nobody has set.
  virtual absl::optional<std::string> Get(const std::string& key) = 0;
  // Does nothing for a key that nobody has set.
  virtual void Delete(const std::string& key) = 0;
  // Adds to a number, 0 at first, and returns the sum; of calls at the same
  // time each sees another one. The value is the number in decimal digits.
  // InvalidArgument if the value is something else.
  virtual int64_t Add(const std::string& key, int64_t delta) = 0;

  // Returns the values of all keys in order of the keys, as soon as all are
  // set. Unavailable, naming those that are missing, after the deadline.
  virtual std::vector<std::string> Wait(const std::vector<std::string>& keys,
                                        Deadline deadline) = 0;
};

// Returns a view of a store that puts "<prefix>/" before all keys.
std::unique_ptr<Store> NewPrefixStore(std::shared_ptr<Store> store,
                                      std::string prefix);

}  // namespace paddle::distributed
