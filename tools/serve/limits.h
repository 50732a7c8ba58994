// Bounds of what a client may send.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace paddle::serve {

struct Limits {
  size_t header_bytes = 16 << 10;
  // The largest body, also after it was decompressed.
  size_t body_bytes = 64 << 20;
  // Bodies that are being read, of all connections together.
  size_t all_body_bytes = size_t{1} << 30;
  // The outputs of one request, as they are written.
  size_t reply_bytes = 256 << 20;
  size_t tensors = 64;          // of one request
  size_t parameters = 256;      // of one request, by gRPC
  int64_t elements = 64 << 20;  // of one tensor
  int64_t sequences = 1 << 20;  // of one input, also those without rows
  int json_depth = 16;
  size_t deploy_files = 16;               // of a model that is sent
  size_t deploy_bytes = size_t{1} << 30;  // of them together
  size_t connections = 4096;
  std::chrono::seconds idle{60};  // between the requests of a connection
  std::chrono::seconds read{10};  // from the first byte of one to its last
  std::chrono::seconds write{10};
};

}  // namespace paddle::serve
