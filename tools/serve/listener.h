// A way by which clients reach a service.
#pragma once

#include <chrono>

namespace paddle::serve {

// Listens from its construction on. The service outlives it.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual int port() const = 0;
  // Takes nothing new, and answers what there is. Returns when nothing is left,
  // or after `time`, true or false.
  virtual bool Drain(std::chrono::milliseconds time) = 0;
};

}  // namespace paddle::serve
