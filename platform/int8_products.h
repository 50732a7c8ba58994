// Says whether products of 8-bit integers are faster than those of real
// numbers.
#pragma once

namespace paddle::platform {

// Returns true if the processor adds up products of 8-bit integers exactly and
// by one instruction (AVX-VNNI, AVX512-VNNI, AMX), and the build has a library
// that makes use of it. Thread safe.
bool HasInt8Products();

}  // namespace paddle::platform
