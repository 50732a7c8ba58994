// Computes CRC-32C, the checksum inside the project's files.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::platform {

// Returns the CRC-32C (Castagnoli polynomial, as in iSCSI and ext4) of `size`
// bytes. To sum data piece by piece, pass the checksum of the preceding bytes
// as `previous`, 0 for the first piece.
uint32_t Crc32c(const void* data, size_t size, uint32_t previous = 0);

}  // namespace paddle::platform
