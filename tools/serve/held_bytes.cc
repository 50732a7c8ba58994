#include "paddle/tools/serve/held_bytes.h"

namespace paddle::serve {

bool HeldBytes::Hold(size_t bytes) {
  const size_t more = bytes - held_;
  if (more == 0) return true;
  if ((all_ += more) > most_) {
    all_ -= more;
    return false;
  }
  held_ = bytes;
  return true;
}

void HeldBytes::Release() {
  all_ -= held_;
  held_ = 0;
}

}  // namespace paddle::serve
