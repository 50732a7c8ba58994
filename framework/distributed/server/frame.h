// Turns calls and replies into bytes, and back.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// A frame is "PDC1", the size of the head (4 bytes, little endian), the head, a
// lite protobuf message, and the elements of the tensors, one behind the other.

// Return what stands before the elements of the tensors, of which only those
// heads are written that have a tensor.
std::string EncodeHead(const Call& call);
std::string EncodeHead(const Reply& reply);

// Return what a frame holds that lies in pieces of memory, in tensors of their
// own. DataLoss, whatever the bytes are, for anything that is no frame, or
// whose tensors are not all of it.
Call DecodeCall(absl::Span<const absl::string_view> pieces);
Reply DecodeReply(absl::Span<const absl::string_view> pieces);

}  // namespace paddle::distributed
