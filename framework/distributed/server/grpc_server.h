// Listens for calls by gRPC.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Listen at a number of this machine, "127.0.0.1", and a port; 0: one that is
// free. Who takes the calls must outlive the server. Unavailable, naming the
// address, if the port cannot be had.
std::unique_ptr<CallServer> ListenForFramesByGrpc(const std::string& address,
                                                  int port,
                                                  FrameHandler handler);
std::unique_ptr<CallServer> ListenByGrpc(const std::string& address, int port,
                                         CallTarget* target);

}  // namespace paddle::distributed
