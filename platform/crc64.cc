#include "paddle/platform/crc64.h"

#include <array>
#include <cstring>

namespace paddle::platform {
namespace {

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "words are summed as they lie in memory; this machine needs a swap"
#endif

constexpr uint64_t kPolynomial = 0xC96C5795D7870F42;

// tables[k][b] is what byte b contributes if k bytes follow it. Eight tables
// process a word at once, several times as fast as byte by byte.
using Tables = std::array<std::array<uint64_t, 256>, 8>;

Tables MakeTables() {
  Tables tables;
  for (uint64_t byte = 0; byte < 256; ++byte) {
    uint64_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) ? kPolynomial : 0);
    }
    tables[0][byte] = crc;
  }
  for (size_t k = 1; k < tables.size(); ++k) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint64_t crc = tables[k - 1][byte];
      tables[k][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}

}  // namespace

uint64_t Crc64(const void* data, size_t size, uint64_t previous) {
  static const Tables tables = MakeTables();
  const auto* bytes = static_cast<const unsigned char*>(data);
  uint64_t crc = ~previous;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    word ^= crc;
    crc = 0;
    for (int k = 7; k >= 0; --k, word >>= 8) crc ^= tables[k][word & 0xff];
  }
  for (; size > 0; --size, ++bytes) {
    crc = tables[0][(crc ^ *bytes) & 0xff] ^ (crc >> 8);
  }
  return ~crc;
}

}  // namespace paddle::platform
