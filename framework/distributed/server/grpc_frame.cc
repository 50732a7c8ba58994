#include "paddle/framework/distributed/server/grpc_frame.h"

#include <grpcpp/support/slice.h>

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using Keeper = std::shared_ptr<const void>;

// Returns a slice that keeps the memory of a piece until gRPC has sent it.
grpc::Slice SliceOf(absl::string_view piece, const Keeper& keeper) {
  return grpc::Slice(
      const_cast<char*>(piece.data()), piece.size(),
      [](void* kept) { delete static_cast<Keeper*>(kept); },
      new Keeper(keeper));
}

}  // namespace

grpc::ByteBuffer ToBuffer(const Frame& frame) {
  std::vector<grpc::Slice> slices;
  for (const absl::string_view piece : frame.pieces) {
    slices.push_back(SliceOf(piece, frame.keeper));
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

Frame FrameOf(const grpc::ByteBuffer& buffer) {
  auto slices = std::make_shared<std::vector<grpc::Slice>>();
  PADDLE_ENFORCE(buffer.Dump(slices.get()).ok(), DataLoss,
                 "a message that cannot be read");
  Frame frame;
  for (const grpc::Slice& slice : *slices) {
    frame.pieces.emplace_back(reinterpret_cast<const char*>(slice.begin()),
                              slice.size());
  }
  frame.keeper = std::move(slices);
  return frame;
}

}  // namespace paddle::distributed
