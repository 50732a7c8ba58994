// The checksum of our files.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::platform {

// CRC-32C (Castagnoli polynomial, as in iSCSI and ext4) of `size` bytes.
// `previous` is the checksum of what stands before them, so that a text may be
// summed piece by piece; 0 for the first piece.
uint32_t Crc32c(const void* data, size_t size, uint32_t previous = 0);

}  // namespace paddle::platform
