// Makes calls, and takes them, by a library that is loaded at run time.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/frame_backend.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Returns the table of a shared library, which is never unloaded. A path
// without a slash is looked for where the system looks. InvalidArgument, naming
// the file and the reason, for one that cannot be loaded, that has no table, or
// one of another version.
const PaddleFrameTable& LoadFrameLibrary(const std::string& path);

// Returns the way to the server at an address, "127.0.0.1:4000", connected.
// Unavailable, naming the address, if it does not answer in time. Calls end as
// those of FrameTarget.
std::unique_ptr<CallTarget> ConnectByLibrary(const PaddleFrameTable& table,
                                             const std::string& address,
                                             std::chrono::milliseconds timeout);

// Listens at a number of this machine and a port; 0: one that is free. The
// target must outlive the server. Unavailable, naming the address, if the port
// cannot be had.
std::unique_ptr<CallServer> ListenByLibrary(const PaddleFrameTable& table,
                                            const std::string& address,
                                            int port, CallTarget* target);

}  // namespace paddle::distributed
