// A checksum of whole files that have checksums of their own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::platform {

// Returns the CRC-64 (ECMA-182 polynomial, reflected, as in xz) of `size`
// bytes. `previous` is the checksum of what stands before them; 0 for the first
// piece. Bytes that end with their own CRC-32C have the same CRC-32C as all
// others that do: to tell such files apart takes another polynomial.
uint64_t Crc64(const void* data, size_t size, uint64_t previous = 0);

}  // namespace paddle::platform
