#include "paddle/framework/distributed/server/incarnation.h"

#include <random>

namespace paddle::distributed {

uint64_t NewIncarnation() {
  std::random_device device;
  const uint64_t number = (uint64_t{device()} << 32) | device();
  return number == 0 ? 1 : number;
}

}  // namespace paddle::distributed
