// A connection between two sockets that is slow, stalls and breaks, for tests.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace paddle::distributed {

// Says how a connection treats each piece of the bytes that pass.
struct LinkFaults {
  size_t largest_piece = 4096;
  std::chrono::milliseconds longest_delay{0};
  double cut = 0;    // the probability that the connection ends instead
  double stall = 0;  // the probability that nothing passes for a while
  std::chrono::milliseconds stall_time{0};
};

// Listens at a port of 127.0.0.1, and brings what comes there to another port,
// and back. Thread safe.
class LossyProxy {
 public:
  LossyProxy(int to_port, const LinkFaults& faults, uint64_t seed);
  // Cuts all connections.
  ~LossyProxy();
  LossyProxy(const LossyProxy&) = delete;
  LossyProxy& operator=(const LossyProxy&) = delete;

  int port() const { return port_; }
  // Lets no byte pass, of old connections and of new ones, or lets them again.
  void SetStalled(bool stalled);
  // Lets no byte of the connections that there are pass any more, as behind a
  // machine that has lost its power; new ones are as before.
  void Freeze();
  // Returns the number of connections that were cut.
  int cuts() const;

 private:
  class Connection;

  void Accept();

  const int to_port_;
  const LinkFaults faults_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;  // of all below
  std::mt19937_64 random_;
  bool closed_ = false;
  bool stalled_ = false;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::thread thread_;
};

}  // namespace paddle::distributed
