// Conversion of the numbers of small_numbers.h from and to double and int64_t,
// on the CPU and on GPUs.
//
// Sources: "OCP 8-bit Floating Point Specification (OFP8)" 1.0, "OCP
// Microscaling Formats (MX)" 1.0, and the tables of ONNX's operator Cast.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "paddle/platform/host_device.h"
#include "paddle/platform/small_numbers.h"

namespace paddle::platform {

// The powers of two between which float8_e8m0fnu rounds.
enum class ScaleRounding { kUp, kDown, kNearest };

// Says what becomes of numbers that a small floating format lacks.
struct SmallRounding {
  // True: what is too large, an infinity included, becomes the largest number.
  // False: it becomes an infinity, or NaN in formats without infinities.
  bool saturate = true;
  // For float8_e8m0fnu only; in the middle kNearest rounds up.
  ScaleRounding scale = ScaleRounding::kUp;
};

namespace internal {

// Describes a format with a sign: the bits after it, and its two extremes.
struct SmallFormat {
  int mantissa_bits;
  int bias;
  uint8_t largest;   // the bits of the largest number
  uint8_t overflow;  // without saturation: of infinity, or NaN
  uint8_t nan;
  uint8_t sign;            // the bit
  bool has_negative_zero;  // else those bits are the one NaN
};

// Returns that of T. A function: GPU code may not refer to constants.
template <class T>
PADDLE_HOST_DEVICE constexpr SmallFormat FormatOf() {
  if constexpr (std::is_same_v<T, float8_e4m3fn>) {
    return {3, 7, 0x7e, 0x7f, 0x7f, 0x80, true};
  } else if constexpr (std::is_same_v<T, float8_e4m3fnuz>) {
    return {3, 8, 0x7f, 0x80, 0x80, 0x80, false};
  } else if constexpr (std::is_same_v<T, float8_e5m2>) {
    return {2, 15, 0x7b, 0x7c, 0x7e, 0x80, true};
  } else if constexpr (std::is_same_v<T, float8_e5m2fnuz>) {
    return {2, 16, 0x7f, 0x80, 0x80, 0x80, false};
  } else {
    static_assert(std::is_same_v<T, float4_e2m1fn>);
    // Has no NaN: -0 stands for it, as in ml_dtypes.
    return {1, 1, 7, 7, 8, 8, true};
  }
}

constexpr int kDoubleBits = 52;
constexpr int kDoubleBias = 1023;
constexpr uint64_t kDoubleInfinity = uint64_t{0x7ff} << kDoubleBits;

PADDLE_HOST_DEVICE inline uint64_t BitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

PADDLE_HOST_DEVICE inline double FromBits(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Returns 2^exponent, of a normal double.
PADDLE_HOST_DEVICE inline double PowerOfTwo(int exponent) {
  return FromBits(static_cast<uint64_t>(exponent + kDoubleBias) << kDoubleBits);
}

PADDLE_HOST_DEVICE inline double NaN() {
  return FromBits(kDoubleInfinity | uint64_t{1} << (kDoubleBits - 1));
}

// Returns the bits after the sign of a magnitude, given as bits of a double,
// rounded to nearest even; more than 255 is possible.
PADDLE_HOST_DEVICE inline uint64_t RoundedMagnitude(SmallFormat format,
                                                    uint64_t magnitude) {
  const int lowest = 1 - format.bias;
  const int exponent = static_cast<int>(magnitude >> kDoubleBits) - kDoubleBias;
  const int unit = exponent > lowest ? exponent : lowest;
  // The bits of the mantissa that are dropped.
  const int shift = kDoubleBits - format.mantissa_bits + unit - exponent;
  // Subnormal doubles, too, are less than half of any format's least number.
  if (shift > kDoubleBits + 1) return 0;
  const uint64_t one = uint64_t{1} << kDoubleBits;
  const uint64_t mantissa = (magnitude & (one - 1)) | one;
  const uint64_t half = uint64_t{1} << (shift - 1);
  const uint64_t rest = mantissa & (2 * half - 1);
  uint64_t kept = mantissa >> shift;
  if (rest > half || (rest == half && kept % 2 == 1)) ++kept;
  // A mantissa of one bit more carries into the exponent, as it should.
  return kept + (static_cast<uint64_t>(unit - lowest) << format.mantissa_bits);
}

PADDLE_HOST_DEVICE inline uint8_t SmallBits(SmallFormat format, double value,
                                            bool saturate) {
  const uint64_t bits = BitsOf(value);
  const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
  const uint8_t sign = magnitude == bits ? 0 : format.sign;
  if (magnitude > kDoubleInfinity) return format.nan | sign;
  const uint64_t rounded = magnitude == kDoubleInfinity
                               ? uint64_t{256}
                               : RoundedMagnitude(format, magnitude);
  if (rounded > format.largest) {
    return (saturate ? format.largest : format.overflow) | sign;
  }
  if (rounded == 0 && !format.has_negative_zero) return 0;
  return static_cast<uint8_t>(rounded) | sign;
}

PADDLE_HOST_DEVICE inline double SmallValue(SmallFormat format, uint8_t bits) {
  const int mantissa_size = 1 << format.mantissa_bits;
  const int magnitude = bits & (format.sign - 1);
  const bool negative = (bits & format.sign) != 0;
  if (negative && magnitude == 0 && !format.has_negative_zero) return NaN();
  if (magnitude > format.largest) {
    // Above the largest number: infinity, where there is one, and NaN.
    const bool infinite =
        magnitude == format.overflow && format.overflow != format.nan;
    if (!infinite) return NaN();
    return FromBits(kDoubleInfinity | uint64_t{negative} << 63);
  }
  const int field = magnitude / mantissa_size;
  const int mantissa = magnitude % mantissa_size;
  const int whole = field == 0 ? mantissa : mantissa + mantissa_size;
  const int exponent = (field == 0 ? 1 : field) - format.bias;
  const double value = whole * PowerOfTwo(exponent - format.mantissa_bits);
  return negative ? -value : value;
}

// True if a positive number goes to the power of two above it: `fraction` says
// where it is between the two, in 2^52 steps.
PADDLE_HOST_DEVICE inline bool GoesUp(ScaleRounding rounding,
                                      uint64_t fraction) {
  if (rounding == ScaleRounding::kDown) return false;
  return rounding == ScaleRounding::kUp
             ? fraction > 0
             : fraction >= uint64_t{1} << (kDoubleBits - 1);
}

PADDLE_HOST_DEVICE inline uint8_t ScaleBits(double value,
                                            const SmallRounding& rounding) {
  constexpr int kLowest = -127, kHighest = 127, kNaN = 255;
  // Negative numbers and NaN; -0 is no less than 0.
  if (!(value >= 0)) return kNaN;
  const uint64_t bits = BitsOf(value) & ~(uint64_t{1} << 63);
  const uint64_t fraction = bits & ((uint64_t{1} << kDoubleBits) - 1);
  int exponent = static_cast<int>(bits >> kDoubleBits) - kDoubleBias;
  if (exponent < kLowest) {
    // Between 0 and the least number, which rounding up may reach.
    const bool reached =
        bits != 0 && (rounding.scale == ScaleRounding::kUp ||
                      (rounding.scale == ScaleRounding::kNearest &&
                       exponent == kLowest - 1));
    return rounding.saturate || reached ? 0 : kNaN;
  }
  exponent += GoesUp(rounding.scale, fraction) ? 1 : 0;
  if (exponent > kHighest) {
    return rounding.saturate ? kHighest - kLowest : kNaN;
  }
  return static_cast<uint8_t>(exponent - kLowest);
}

// The bits of an integer type; 0 for others.
template <class T>
inline constexpr int kSmallBits =
    std::is_same_v<T, int4> || std::is_same_v<T, uint4>   ? 4
    : std::is_same_v<T, int2> || std::is_same_v<T, uint2> ? 2
                                                          : 0;

}  // namespace internal

// True for the types of small_numbers.h.
template <class T>
inline constexpr bool kIsSmall = false;
template <int kFormat>
inline constexpr bool kIsSmall<SmallNumber<kFormat>> = true;

// True for those of them that are integers.
template <class T>
inline constexpr bool kIsSmallInteger = internal::kSmallBits<T> > 0;

// Returns the number nearest to `value`, in the middle the one with an even
// mantissa. NaN stays NaN, but becomes -0 in float4_e2m1fn; where there is no
// -0, it becomes 0. float8_e8m0fnu: a power of two by `rounding`; 0 becomes the
// least one if it saturates, else NaN, as negative numbers do.
template <class T>
PADDLE_HOST_DEVICE inline T SmallFloat(double value,
                                       const SmallRounding& rounding) {
  if constexpr (std::is_same_v<T, float8_e8m0fnu>) {
    return {internal::ScaleBits(value, rounding)};
  } else {
    return {
        internal::SmallBits(internal::FormatOf<T>(), value, rounding.saturate)};
  }
}

// Returns the integer that `value` is modulo 2^bits.
template <class T>
PADDLE_HOST_DEVICE constexpr T SmallInteger(int64_t value) {
  constexpr int kMask = (1 << internal::kSmallBits<T>)-1;
  return {static_cast<uint8_t>(value & kMask)};
}

// Return the ends of the range of an integer type.
template <class T>
PADDLE_HOST_DEVICE constexpr int LowestOf() {
  constexpr bool kHasSign = std::is_same_v<T, int4> || std::is_same_v<T, int2>;
  return kHasSign ? -(1 << (internal::kSmallBits<T> - 1)) : 0;
}
template <class T>
PADDLE_HOST_DEVICE constexpr int HighestOf() {
  return LowestOf<T>() + (1 << internal::kSmallBits<T>)-1;
}

// Returns the value: double for a floating format, int64_t for an integer one.
// Bits above those of a narrow type are ignored.
template <class T>
PADDLE_HOST_DEVICE inline auto ValueOf(T number) {
  if constexpr (kIsSmallInteger<T>) {
    constexpr int kPatterns = 1 << internal::kSmallBits<T>;
    constexpr int kHighest = HighestOf<T>();
    const int64_t value = number.bits & (kPatterns - 1);
    return value > kHighest ? value - kPatterns : value;
  } else if constexpr (std::is_same_v<T, float8_e8m0fnu>) {
    return number.bits == 255 ? internal::NaN()
                              : internal::PowerOfTwo(number.bits - 127);
  } else {
    return internal::SmallValue(internal::FormatOf<T>(), number.bits);
  }
}

}  // namespace paddle::platform
