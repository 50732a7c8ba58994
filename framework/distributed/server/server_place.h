// Holds the place of a server, which one process has at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "paddle/framework/distributed/server/fence.h"
#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// A place is a key of a store with a lease. A thread takes it as soon as nobody
// has it, and takes it again when it was lost, unless another process had it in
// between: what that one was asked this one does not know. The key
// "<place>/owner" stays, and says who had it last: "<epoch> <number>", the
// number being one of the process. Thread safe.
class ServerPlace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The time of the lease is more than 2 s, InvalidArgument otherwise: a server
  // behind a fence would never serve.
  ServerPlace(std::shared_ptr<LeasedStore> store, std::string name,
              std::chrono::milliseconds ttl);
  // Gives it up.
  ~ServerPlace();
  ServerPlace(const ServerPlace&) = delete;
  ServerPlace& operator=(const ServerPlace&) = delete;

  const std::string& name() const { return name_; }
  // Returns true as soon as the place was taken, false after the deadline.
  bool WaitUntilTaken(Time deadline);
  // Sets the value of the key, soon, and each time that it is taken.
  void Publish(std::string address);
  HeldPlace held() const;
  // Returns whether another process has had the place since: it is lost for
  // ever.
  bool replaced() const;
  // Returns why the store could not be asked the last time, or "".
  std::string error() const;

 private:
  void Work();
  // Do what there is to do now; they throw what the store throws.
  void Step();
  void Take();
  void PublishNow();

  const std::shared_ptr<LeasedStore> store_;
  const std::string name_, owner_key_, number_;
  const std::chrono::milliseconds ttl_;
  mutable std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::shared_ptr<Lease> lease_;  // null without the place
  int64_t epoch_ = 0;             // the latest in which it was taken
  int64_t created_ = 0;           // the revision that has made the key
  std::string address_, published_;
  bool replaced_ = false, closed_ = false;
  std::string error_;
  std::thread thread_;
};

}  // namespace paddle::distributed
