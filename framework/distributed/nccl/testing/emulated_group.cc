#include "paddle/framework/distributed/nccl/testing/emulated_group.h"

#include <dlfcn.h>

#include <utility>

#include "paddle/framework/distributed/nccl/nccl_communicator.h"

namespace paddle::distributed {
namespace {

constexpr char kFake[] = "framework/distributed/nccl/libfake_nccl.so";

}  // namespace

bool HasEmulatedGPU() { return true; }

std::unique_ptr<Communicator> OnEmulatedGPU(
    std::unique_ptr<Communicator> host) {
  NcclOptions options;
  options.library = kFake;
  return NewNcclCommunicator(std::move(host), options);
}

int CallsOfFakeNccl(const char* name) {
  void* const library = dlopen(kFake, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<int (*)(const char*)>(
      dlsym(library, "fakeNcclCalls"))(name);
}

}  // namespace paddle::distributed
