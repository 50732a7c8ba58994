// Puts frames into the buffers of gRPC.
#pragma once

#include <grpcpp/support/byte_buffer.h>

#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// The method that all calls go by, of no service that a .proto file describes.
inline constexpr char kCallMethod[] = "/paddle.Blocks/Call";

// Returns the bytes of a frame, which are not copied: the buffer keeps them.
grpc::ByteBuffer ToBuffer(const Frame& frame);

// Returns what a buffer holds, and keeps it. DataLoss if it cannot be read.
Frame FrameOf(const grpc::ByteBuffer& buffer);

}  // namespace paddle::distributed
