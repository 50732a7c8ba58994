// Members whose GPU is the emulated one, and whose NCCL is libfake_nccl.so: a
// test that uses them has it in its data.
#pragma once

#include <memory>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

// True in builds with --config=emulated. The others below are only for these.
bool HasEmulatedGPU();

// Returns the members with calls that take memory of the GPU. As the library is
// given addresses of this memory, an EmulatedMemoryAccess must be open.
std::unique_ptr<Communicator> OnEmulatedGPU(std::unique_ptr<Communicator> host);

// Returns how often a function of the library was called.
int CallsOfFakeNccl(const char* name);

}  // namespace paddle::distributed
