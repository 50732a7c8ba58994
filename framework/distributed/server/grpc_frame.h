// Puts frames into the buffers of gRPC.
#pragma once

#include <grpcpp/support/byte_buffer.h>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// The method that all calls go by, of no service that a .proto file describes.
inline constexpr char kCallMethod[] = "/paddle.Blocks/Call";

// Return the bytes of a frame; those of tensors are not copied: the buffer
// keeps their memory.
grpc::ByteBuffer ToBuffer(const Call& call);
grpc::ByteBuffer ToBuffer(const Reply& reply);

// Return what a buffer holds. Errors are those of frame.h.
Call CallOf(const grpc::ByteBuffer& buffer);
Reply ReplyOf(const grpc::ByteBuffer& buffer);

}  // namespace paddle::distributed
