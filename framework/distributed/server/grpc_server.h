// Listens for calls by gRPC.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Returns the bytes that frames on their way to a server may take by default:
// half of the machine's memory, and at least 8 GiB.
size_t MostFrameBytes();

// Listen at a number of this machine, "127.0.0.1", and a port; 0: one that is
// free. Who takes the calls must outlive the server. Unavailable, naming the
// address, if the port cannot be had. Who calls is known only when a frame has
// come as a whole: while more than `most` bytes of frames are on their way, or
// with the handler, gRPC ends calls, which the clients see as lost.
std::unique_ptr<CallServer> ListenForFramesByGrpc(
    const std::string& address, int port, FrameHandler handler,
    size_t most = MostFrameBytes());
std::unique_ptr<CallServer> ListenByGrpc(const std::string& address, int port,
                                         CallTarget* target,
                                         size_t most = MostFrameBytes());

}  // namespace paddle::distributed
