// Writes whole frames for tests.
#pragma once

#include <string>

#include "paddle/framework/distributed/server/frame.h"

namespace paddle::distributed {

// Returns the frame of a call or a reply, in one piece.
template <class Message>
std::string FrameBytes(const Message& message) {
  std::string bytes = EncodeHead(message);
  for (const framework::Tensor& tensor : message.tensors) {
    bytes.append(static_cast<const char*>(tensor.raw_data()), tensor.bytes());
  }
  return bytes;
}

}  // namespace paddle::distributed
