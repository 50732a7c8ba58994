// Listens for calls by gRPC.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// A port of this machine on which others call a target. Destroyed, it ends the
// calls that are under way, and waits for them.
class CallServer {
 public:
  virtual ~CallServer() = default;
  virtual int port() const = 0;
};

// Listens at a number of this machine, "127.0.0.1", and a port; 0: one that is
// free. The target must outlive the server. Unavailable, naming the address, if
// the port cannot be had.
std::unique_ptr<CallServer> ListenByGrpc(const std::string& address, int port,
                                         CallTarget* target);

}  // namespace paddle::distributed
