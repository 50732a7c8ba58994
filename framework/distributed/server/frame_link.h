// Carries frames between a client and a server.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::distributed {

// Bytes that lie in pieces of memory, and what keeps that memory.
struct Frame {
  std::vector<absl::string_view> pieces;
  std::shared_ptr<const void> keeper;
};

// The way to a server. Thread safe.
class FrameClient {
 public:
  // Is given the answer, or an empty frame and why there is none.
  using Done = std::function<void(const Frame& answer, const char* error)>;

  // Ends the calls that are under way, and waits until they have.
  virtual ~FrameClient() = default;
  // Begins a call. `done` is called once, by any thread, perhaps before this
  // returns.
  virtual void Begin(Frame request, Done done) = 0;
};

// Takes the answer to a request; called once, by any thread.
using FrameAnswer = std::function<void(const Frame&)>;
// Takes requests, from several threads.
using FrameHandler = std::function<void(Frame request, FrameAnswer answer)>;

// A port of this machine on which others make calls. Destroyed, it ends the
// calls that are under way, and waits for them.
class CallServer {
 public:
  virtual ~CallServer() = default;
  virtual int port() const = 0;
};

}  // namespace paddle::distributed
