// Passes frames over the C interface of frame_backend.h, on either side of it.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/distributed/server/frame_backend.h"
#include "paddle/framework/distributed/server/frame_link.h"

namespace paddle::distributed {

// Returns a frame that was given by the other side, and keeps it.
inline Frame Adopted(const PaddleFrame& given) {
  Frame frame;
  frame.keeper = std::shared_ptr<const void>(given.keeper, given.release);
  for (size_t i = 0; i < given.count; ++i) {
    frame.pieces.emplace_back(static_cast<const char*>(given.pieces[i].data),
                              given.pieces[i].bytes);
  }
  return frame;
}

// Calls `give` with the frame as the other side takes it; its memory lives
// until both sides have released it.
template <class Give>
void Lend(const Frame& frame, const Give& give) {
  using Keeper = std::shared_ptr<const void>;
  std::vector<PaddlePiece> pieces;
  for (const absl::string_view piece : frame.pieces) {
    pieces.push_back({piece.data(), piece.size()});
  }
  const PaddleFrame lent = {
      pieces.data(), pieces.size(), new Keeper(frame.keeper),
      [](void* keeper) { delete static_cast<Keeper*>(keeper); }};
  give(lent);
}

}  // namespace paddle::distributed
