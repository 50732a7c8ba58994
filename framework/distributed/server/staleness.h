// Bounds how far trainers may be apart that do not wait for each other.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace paddle::distributed {

// The steps that clients have made, each at its own pace. With a bound k, none
// goes on while it is more than k steps ahead of the slowest: Ho et al., "More
// effective distributed ML via a stale synchronous parallel parameter server",
// NIPS 2013. Used by one thread.
class Staleness {
 public:
  using Clock = std::chrono::steady_clock;

  // The most clients that are known, and the most steps: three such numbers may
  // be added up.
  static constexpr size_t kMostClients = 65536;
  static constexpr int64_t kMostSteps = int64_t{1} << 60;

  // bound: of steps; -1: none. A client that is not heard of for `patience`
  // holds nobody up until it comes back: it may have been lost.
  explicit Staleness(int64_t bound, std::chrono::milliseconds patience =
                                        std::chrono::minutes(1))
      : bound_(bound), patience_(patience) {}

  // Notes that a client has made its step of that number, counted from
  // anywhere, but for numbers of more than 60 bits, which count as the largest
  // that are not. One that is new begins where the slowest is; beyond
  // kMostClients none is added, and goes on as it likes.
  void Made(uint64_t client, int64_t step, Clock::time_point now);
  // True if a client that has made a step may begin the next one.
  bool MayGoOn(uint64_t client, Clock::time_point now) const;
  // Holds nobody up for a client until it makes steps again, and goes on where
  // it was.
  void Leave(uint64_t client);

 private:
  struct Client {
    int64_t offset;  // between its count and the common one
    int64_t made;    // in the common count
    Clock::time_point heard;
    bool left = false;
  };

  bool IsThere(const Client& client, Clock::time_point now) const {
    return !client.left && now - client.heard <= patience_;
  }

  // Returns the least common count of those who are there, or `otherwise`.
  int64_t Slowest(Clock::time_point now, int64_t otherwise) const;

  const int64_t bound_;
  const std::chrono::milliseconds patience_;
  std::map<uint64_t, Client> clients_;
};

}  // namespace paddle::distributed
