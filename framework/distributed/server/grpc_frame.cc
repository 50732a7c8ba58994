#include "paddle/framework/distributed/server/grpc_frame.h"

#include <grpcpp/support/slice.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/server/frame.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::Tensor;

// Returns a slice that holds the tensor's memory until gRPC has sent it.
grpc::Slice SliceOf(const Tensor& tensor) {
  auto* held = new Tensor(tensor);
  return grpc::Slice(
      held->raw_mutable_data(), held->bytes(),
      [](void* kept) { delete static_cast<Tensor*>(kept); }, held);
}

template <class Message>
grpc::ByteBuffer Encode(const Message& message) {
  std::vector<grpc::Slice> slices = {grpc::Slice(EncodeHead(message))};
  for (const Tensor& tensor : message.tensors) {
    if (tensor.bytes() > 0) slices.push_back(SliceOf(tensor));
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

template <class Decode>
auto Decoded(const grpc::ByteBuffer& buffer, const Decode& decode) {
  std::vector<grpc::Slice> slices;
  PADDLE_ENFORCE(buffer.Dump(&slices).ok(), DataLoss,
                 "a message that cannot be read");
  std::vector<absl::string_view> pieces;
  for (const grpc::Slice& slice : slices) {
    pieces.emplace_back(reinterpret_cast<const char*>(slice.begin()),
                        slice.size());
  }
  return decode(pieces);
}

}  // namespace

grpc::ByteBuffer ToBuffer(const Call& call) { return Encode(call); }
grpc::ByteBuffer ToBuffer(const Reply& reply) { return Encode(reply); }

Call CallOf(const grpc::ByteBuffer& buffer) {
  return Decoded(buffer, DecodeCall);
}
Reply ReplyOf(const grpc::ByteBuffer& buffer) {
  return Decoded(buffer, DecodeReply);
}

}  // namespace paddle::distributed
