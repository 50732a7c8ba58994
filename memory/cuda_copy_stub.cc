#include "paddle/memory/cuda_copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory::internal {

void CopyOnCUDA(platform::Place to, void*, platform::Place from, const void*,
                size_t) {
  PADDLE_THROW(Unavailable, "copying from ", from.ToString(), " to ",
               to.ToString(), " is not part of this build");
}

}  // namespace paddle::memory::internal
