// Connects members by a library that is loaded at run time.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/group/backend.h"
#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Returns the table of a shared library, which is never unloaded. A path
// without a slash is looked for where the system looks. InvalidArgument, naming
// the file and the reason, for one that cannot be loaded, that has no table, or
// one of another version.
const PaddleTransportTable& LoadBackend(const std::string& path);

// Returns this member's end when the library has connected it. Errors are those
// of the library: InvalidArgument, Unavailable, otherwise Internal.
std::unique_ptr<Transport> ConnectBackend(const PaddleTransportTable& table,
                                          const MemberOptions& options);

}  // namespace paddle::distributed
