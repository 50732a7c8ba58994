// Numbers of 8 bits and less as elements that are kept: floating point of the
// OCP formats (OFP8, MX) and of their variants without infinities, and integers
// of four and two bits. Converted by small_numbers_convert.h; named as in
// ml_dtypes.
#pragma once

#include <cstdint>

namespace paddle::platform {

// One number in a byte of its own; the upper bits of narrower ones are 0.
// Trivially copyable; the representation is public, as that of bfloat16 is.
template <int kFormat>
struct SmallNumber {
  uint8_t bits;
};

using float8_e4m3fn = SmallNumber<0>;    // no infinity, NaN is S.1111.111
using float8_e4m3fnuz = SmallNumber<1>;  // bias 8; NaN is where -0 would be
using float8_e5m2 = SmallNumber<2>;      // as IEEE 754
using float8_e5m2fnuz = SmallNumber<3>;  // bias 16; NaN is where -0 would be
using float8_e8m0fnu = SmallNumber<4>;   // 2^(bits - 127); NaN is 255
using float4_e2m1fn = SmallNumber<5>;    // neither infinity nor NaN
using int4 = SmallNumber<6>;             // two's complement
using uint4 = SmallNumber<7>;
using int2 = SmallNumber<8>;  // two's complement
using uint2 = SmallNumber<9>;

}  // namespace paddle::platform
