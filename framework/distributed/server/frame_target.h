// Turns calls into frames, and back, at either end of a link.
#pragma once

#include <memory>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Returns a target whose calls go by the client. A call that gets no answer
// ends with Unavailable; one whose answer is no frame, with DataLoss.
std::unique_ptr<CallTarget> NewFrameTarget(std::unique_ptr<FrameClient> client);

// Returns what gives the calls of frames to a target, which must outlive it.
// Whoever sends what is no frame is answered with DataLoss.
FrameHandler HandlerOf(CallTarget* target);

}  // namespace paddle::distributed
