#include "paddle/platform/crc64.h"

#include <array>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

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

// Continues an inner state, which is the complement of a checksum.
uint64_t ByTables(const unsigned char* bytes, size_t size, uint64_t crc) {
  static const Tables tables = MakeTables();
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
  return crc;
}

#ifdef __x86_64__

// Products without carries move 16 bytes over those behind them, whose
// checksum is then the same: V. Gopal et al., "Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction", Intel, 2009. Only functions of this
// file may have the attribute.
#define PADDLE_PRODUCTS __attribute__((target("pclmul,sse4.1")))

constexpr size_t kPart = sizeof(__m128i);
constexpr size_t kParts = 4;  // side by side, as one product waits for another

// Returns x^power modulo the polynomial, in its order of bits.
constexpr uint64_t PowerOfX(int power) {
  uint64_t value = uint64_t{1} << 63;  // x^0
  for (int i = 0; i < power; ++i) {
    value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
  }
  return value;
}

PADDLE_PRODUCTS inline __m128i Load(const unsigned char* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

// Factors that move 16 bytes by a distance: a half each. A product of numbers
// in reverse order is one bit short, which the powers make up for.
template <int kBits>
PADDLE_PRODUCTS inline __m128i Factors() {
  constexpr uint64_t kFirst = PowerOfX(kBits + 63);
  constexpr uint64_t kSecond = PowerOfX(kBits - 1);
  return _mm_set_epi64x(static_cast<int64_t>(kSecond),
                        static_cast<int64_t>(kFirst));
}

PADDLE_PRODUCTS inline __m128i Moved(__m128i part, __m128i factors,
                                     __m128i onto) {
  return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(part, factors, 0x00),
                                     _mm_clmulepi64_si128(part, factors, 0x11)),
                       onto);
}

// Does the same as ByTables for at least 64 bytes.
PADDLE_PRODUCTS uint64_t ByProducts(const unsigned char* bytes, size_t size,
                                    uint64_t crc) {
  const __m128i far = Factors<8 * kParts * kPart>(),
                near = Factors<8 * kPart>();
  __m128i a =
      _mm_xor_si128(Load(bytes), _mm_set_epi64x(0, static_cast<int64_t>(crc)));
  __m128i b = Load(bytes + kPart);
  __m128i c = Load(bytes + 2 * kPart);
  __m128i d = Load(bytes + 3 * kPart);
  const unsigned char* const end = bytes + size;
  bytes += kParts * kPart;
  for (; end - bytes >= static_cast<ptrdiff_t>(kParts * kPart);
       bytes += kParts * kPart) {
    a = Moved(a, far, Load(bytes));
    b = Moved(b, far, Load(bytes + kPart));
    c = Moved(c, far, Load(bytes + 2 * kPart));
    d = Moved(d, far, Load(bytes + 3 * kPart));
  }
  d = Moved(Moved(Moved(a, near, b), near, c), near, d);
  unsigned char last[kPart];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(last), d);
  return ByTables(bytes, end - bytes, ByTables(last, kPart, 0));
}

bool HasProducts() {
  static const bool has = __builtin_cpu_supports("pclmul") != 0 &&
                          __builtin_cpu_supports("sse4.1") != 0;
  return has;
}

#endif

}  // namespace

uint64_t Crc64(const void* data, size_t size, uint64_t previous) {
  const auto* bytes = static_cast<const unsigned char*>(data);
#ifdef __x86_64__
  if (size >= kParts * kPart && HasProducts()) {
    return ~ByProducts(bytes, size, ~previous);
  }
#endif
  return ~ByTables(bytes, size, ~previous);
}

}  // namespace paddle::platform
