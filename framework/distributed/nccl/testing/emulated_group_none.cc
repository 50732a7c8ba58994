// Builds without the emulated GPU.
#include "paddle/framework/distributed/nccl/testing/emulated_group.h"

namespace paddle::distributed {

bool HasEmulatedGPU() { return false; }

std::unique_ptr<Communicator> OnEmulatedGPU(
    std::unique_ptr<Communicator> host) {
  return host;
}

int CallsOfFakeNccl(const char*) { return 0; }

}  // namespace paddle::distributed
