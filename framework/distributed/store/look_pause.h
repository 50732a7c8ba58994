// Waits between looks at what other processes change.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace paddle::distributed {

// The pauses of one who waits: 1 ms, and more and more up to 50 ms. Used by one
// thread.
class LookPause {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Returns when the pause behind a look, which was begun at that time, is
  // over, or at the deadline.
  void Sleep(Time looked, Time deadline) {
    std::this_thread::sleep_until(std::min<Time>(deadline, looked + pause_));
    pause_ = std::min(pause_ * 3 / 2, std::chrono::microseconds(50000));
  }

 private:
  std::chrono::microseconds pause_{1000};
};

}  // namespace paddle::distributed
