// Says how members find each other.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace paddle::distributed {

// A store that all members of a group share, and no other group does: each
// member writes its address there and waits for those of the others. Both
// functions throw platform::Error.
struct Rendezvous {
  using Deadline = std::chrono::steady_clock::time_point;

  std::function<void(const std::string& key, const std::string& value)> set;
  // Returns the value once somebody has set it; Unavailable after the deadline.
  std::function<std::string(const std::string& key, Deadline deadline)> wait;
};

// A member that is about to connect to the others.
struct MemberOptions {
  int rank = 0;
  int size = 1;
  // The name or number by which the others reach this machine.
  std::string address = "127.0.0.1";
  // The longest time to wait for the others.
  std::chrono::milliseconds timeout = std::chrono::minutes(5);
  Rendezvous rendezvous;
};

}  // namespace paddle::distributed
