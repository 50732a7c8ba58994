// Carries a service's calls over gRPC.
#pragma once

#include <memory>
#include <string>

#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/listener.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {

// Listens at a number of this machine and a port, 0: a free one, for calls of
// inference.GRPCInferenceService: ServerLive, ServerReady, ModelReady,
// ServerMetadata, ModelMetadata and ModelInfer; others are UNIMPLEMENTED. A
// call whose deadline is past or that was cancelled is not computed. Errors are
// those of the service: INVALID_ARGUMENT, NOT_FOUND, RESOURCE_EXHAUSTED for a
// full queue and above a limit, DEADLINE_EXCEEDED, CANCELLED, UNAVAILABLE. A
// compressed message is INVALID_ARGUMENT. Of the limits, `connections` bounds
// the connections (ConnectionGate), and the calls at a time, and `read` the
// time until a call's message is there. Throws InvalidArgument for a host that
// is no number, Unavailable if the port cannot be had.
std::unique_ptr<Listener> ListenByGrpc(Service* service,
                                       const std::string& host, int port,
                                       const Limits& limits);

}  // namespace paddle::serve
