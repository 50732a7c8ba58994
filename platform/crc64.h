// Computes CRC-64, the checksum of whole files that contain CRC-32C sums.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::platform {

// Returns the CRC-64 (ECMA-182 polynomial, reflected, as in xz) of `size`
// bytes; `previous` is the checksum of the preceding bytes, 0 for the first
// piece. Data that ends with its own CRC-32C always has the same CRC-32C in
// total, so telling such files apart takes a different polynomial.
uint64_t Crc64(const void* data, size_t size, uint64_t previous = 0);

}  // namespace paddle::platform
