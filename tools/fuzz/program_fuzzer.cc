// The target for libFuzzer: bazel build --config=fuzz
// //tools/fuzz:program_fuzzer

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "paddle/tools/fuzz/mutate.h"
#include "paddle/tools/fuzz/run_program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  paddle::fuzz::RunProgram({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned seed) {
  const std::string mutated =
      paddle::fuzz::Mutate({reinterpret_cast<const char*>(data), size}, seed);
  if (mutated.size() > max_size) return size;
  std::memcpy(data, mutated.data(), mutated.size());
  return mutated.size();
}
