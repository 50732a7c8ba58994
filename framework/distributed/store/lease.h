// Keeps a process's lease in a store for as long as it is wanted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace paddle::distributed {

// A time for which a store keeps keys for a process; a thread begins it anew
// three times in each until the lease is destroyed, which removes the keys, or
// lost. Thread safe.
class Lease {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The calls of a store. `renew` returns false if the lease has ended there;
  // `end` is called once by the destructor. Both throw when the store cannot be
  // reached; then renewing is tried again while there is time.
  struct Calls {
    std::function<bool()> renew;
    std::function<void()> end;
  };

  // The lease was asked for at that time.
  Lease(int64_t id, std::chrono::milliseconds ttl, Time asked, Calls calls);
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  int64_t id() const { return id_; }
  // Returns the time until which the store keeps the keys for sure, by the own
  // clock: it counts from when the last renewal was asked for, since it runs
  // from some time after that. Time() for a lease that is lost.
  Time until() const;
  // Returns false as soon as that time is over, and then for ever.
  bool alive() const;
  // Renews it no more: it runs out.
  void Abandon();

 private:
  void Work();
  void Renew();
  bool AliveLocked() const;

  const int64_t id_;
  const std::chrono::milliseconds ttl_;
  const Calls calls_;
  mutable std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  Time until_;
  mutable bool lost_ = false;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace paddle::distributed
