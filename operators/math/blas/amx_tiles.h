// Asks the processor and the system for the tiles of AMX.
#pragma once

namespace paddle::operators::kernels {

// True if the processor multiplies tiles of bfloat16, the system lets this
// process do it, which is asked for once, and nobody forbids it
// (isa_limit.h). False in builds for other processors. Thread safe.
bool HasAmxProducts();

// Holds the tiles of the calling thread for MultiplyAmxPanels during its
// lifetime; they are nobody's afterwards. Requires HasAmxProducts. Others that
// use tiles, such as oneDNN, must not do so meanwhile.
class AmxTiles {
 public:
  AmxTiles();
  ~AmxTiles();
  AmxTiles(const AmxTiles&) = delete;
  AmxTiles& operator=(const AmxTiles&) = delete;
};

}  // namespace paddle::operators::kernels
