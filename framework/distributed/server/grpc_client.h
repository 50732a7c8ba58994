// Calls a server by gRPC.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Return the way to the server at "127.0.0.1:4000", connected. Unavailable,
// naming the address, if it does not answer in time. A call whose server is
// lost, or whose connection has been dead for 7 s, ends with Unavailable, and
// so do those under way when the client is destroyed, which waits until they
// have. Later calls connect again.
std::unique_ptr<FrameClient> ConnectFramesByGrpc(
    const std::string& address, std::chrono::milliseconds timeout);
std::unique_ptr<CallTarget> ConnectByGrpc(const std::string& address,
                                          std::chrono::milliseconds timeout);

}  // namespace paddle::distributed
