#include "paddle/platform/crc32c.h"

#include <cstring>

#ifdef __SSE4_2__
#include <nmmintrin.h>
#else
#include <array>
#endif

namespace paddle::platform {
namespace {

#ifdef __SSE4_2__

// The instruction computes this very polynomial, eight bytes at a time.
uint32_t Update(uint32_t crc, const unsigned char* data, size_t size) {
  uint64_t wide = crc;
  for (; size >= 8; size -= 8, data += 8) {
    uint64_t word;
    std::memcpy(&word, data, sizeof(word));
    wide = _mm_crc32_u64(wide, word);
  }
  crc = static_cast<uint32_t>(wide);
  for (; size > 0; --size, ++data) crc = _mm_crc32_u8(crc, *data);
  return crc;
}

#else

// One entry for each byte, of the reflected Castagnoli polynomial.
std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) ? 0x82F63B78u : 0);
    }
    table[byte] = crc;
  }
  return table;
}

uint32_t Update(uint32_t crc, const unsigned char* data, size_t size) {
  static const std::array<uint32_t, 256> table = MakeTable();
  for (; size > 0; --size, ++data) {
    crc = table[(crc ^ *data) & 0xff] ^ (crc >> 8);
  }
  return crc;
}

#endif

}  // namespace

uint32_t Crc32c(const void* data, size_t size, uint32_t previous) {
  return ~Update(~previous, static_cast<const unsigned char*>(data), size);
}

}  // namespace paddle::platform
