// Elementary functions of one number, free of branches and calls: a loop that
// applies them (platform/transform.h, vector_loops.h) is vectorized, several
// times faster than one call of the C library for each number. Functors of
// elements are written with them. On GPUs they are what they are on the CPU, so
// that both agree to the last few bits.
//
// Each result is accurate to a few units in the last place (erf: relative to
// the result; scalar_math_test.cc has the bounds). NaN gives NaN, infinity the
// limit. A result below the smallest normal number may be 0. T: float, double.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {

// The unsigned integer with as many bits as T. Bit patterns take the place of
// branches below.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

// Return the bits of a number, and the number with these bits. memcpy is the
// one way that the language allows, and compiles to no instruction beyond a
// move between registers.
template <typename T>
PADDLE_HOST_DEVICE inline BitsOf<T> ToBits(T value) {
  BitsOf<T> bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

template <typename T>
PADDLE_HOST_DEVICE inline T FromBits(BitsOf<T> bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// kFraction: the number of bits of the fraction. kOneBits: the bits of 1.
// kRounder: 1.5 * 2^kFraction, which added to a small number leaves it rounded
// to an integer in the lowest bits of the sum.
template <typename T>
inline constexpr int kFraction = std::numeric_limits<T>::digits - 1;
template <typename T>
inline constexpr BitsOf<T> kOneBits =
    static_cast<BitsOf<T>>(std::numeric_limits<T>::max_exponent - 1)
    << kFraction<T>;
template <typename T>
inline constexpr T kRounder = T(1.5) *
                              static_cast<T>(BitsOf<T>(1) << kFraction<T>);

// ln 2 as the sum of two parts; the first has few bits, so that its product
// with an exponent is exact.
inline constexpr double kLn2 = 0.6931471805599453094172321214581766;
template <typename T>
inline constexpr T kLn2High = sizeof(T) == 4 ? 0x1.62ep-1 : 0x1.62e42fefap-1;
template <typename T>
inline constexpr T kLn2Low = sizeof(T) == 4 ? 3.1946184945309415e-05
                                            : 1.6465949582897082e-12;

// Returns c0 + c1 x + c2 x^2 + ... by Horner's rule. The coefficients are
// doubles, rounded to T when the code is compiled.
template <typename T>
PADDLE_HOST_DEVICE inline T Polynomial(T, double c0) {
  return T(c0);
}
template <typename T, typename... Rest>
PADDLE_HOST_DEVICE inline T Polynomial(T x, double c0, Rest... rest) {
  return T(c0) + x * Polynomial(x, rest...);
}

// Returns (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2. Of floats it is a fit of
// minimax error, 3.1e-9 relative to exp; of doubles it is Taylor's series,
// whose first omitted term is below the last bit.
template <typename T>
PADDLE_HOST_DEVICE inline T ExpTail(T r) {
  if constexpr (sizeof(T) == 4) {
    return Polynomial(r, 0.4999999343, 0.166665204, 0.04166839079,
                      0.008368745108, 0.001381454007);
  } else {
    return Polynomial(r, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040,
                      1. / 40320, 1. / 362880, 1. / 3628800, 1. / 39916800,
                      1. / 479001600, 1. / 6227020800);
  }
}

// Return exp(r) and exp(r) - 1 for such an r.
template <typename T>
PADDLE_HOST_DEVICE inline T ExpOfRest(T r) {
  return T(1) + r * (T(1) + r * ExpTail(r));
}
template <typename T>
PADDLE_HOST_DEVICE inline T Expm1OfRest(T r) {
  return r + r * r * ExpTail(r);
}

// The decomposition x = n ln 2 + rest, with the integer n in the lowest bits of
// `rounded`.
template <typename T>
struct Reduced {
  T rest, rounded;
};

// Decomposes an x within the range of exponents, slightly above it, or NaN
// (Cody and Waite's range reduction).
template <typename T>
PADDLE_HOST_DEVICE inline Reduced<T> Reduce(T x) {
  // Rounds x / ln 2 to an integer in the lowest bits of the sum: a conversion
  // to an integer and back would be two instructions more, and has no vector
  // form for double before AVX-512.
  const T rounded = x * T(1 / kLn2) + kRounder<T>;
  const T n = rounded - kRounder<T>;
  return {(x - n * kLn2High<T>)-n * kLn2Low<T>, rounded};
}

// Returns 2^n for an n in the lowest bits of `rounded`: from the smallest
// exponent of normal numbers to the one above the largest, which gives inf.
template <typename T>
PADDLE_HOST_DEVICE inline T PowerOfTwo(T rounded) {
  return FromBits<T>((ToBits(rounded) << kFraction<T>)+kOneBits<T>);
}

}  // namespace internal

// Returns condition ? a : b without a branch. Both are computed. Use it where
// one of them is more than a variable, or the compiler makes the branch again.
template <typename T>
PADDLE_HOST_DEVICE inline T Select(bool condition, T a, T b) {
  using Bits = internal::BitsOf<T>;
  const Bits mask = Bits(0) - static_cast<Bits>(condition);
  return internal::FromBits<T>((internal::ToBits(a) & mask) |
                               (internal::ToBits(b) & ~mask));
}

namespace internal {

// Bounds of x: above the first, exp overflows, below the second its result is
// subnormal or 0.
template <typename T>
inline constexpr T kLogOfMax = sizeof(T) == 4 ? 89 : 710;
template <typename T>
inline constexpr T kLogOfMin = sizeof(T) == 4 ? -87.3365447505531
                                              : -708.3964185322641;

// Returns x clamped to the range of Reduce. A NaN stays, as both comparisons
// with it are false.
template <typename T>
PADDLE_HOST_DEVICE inline T ClampToExponents(T x) {
  const T raised = Select(x < kLogOfMin<T>, kLogOfMin<T>, x);
  return Select(raised > kLogOfMax<T>, kLogOfMax<T>, raised);
}

// The powers of two of exp(x) = exp(rest) * scale * twice. Either is finite,
// even where their product is as large as exp can return before it overflows.
template <typename T>
struct Scales {
  T scale, twice;
};

// Takes one power of two out of the scale of a positive x: the exponent 128
// (1024 for double), which Exp needs just below its overflow, has no bits.
template <typename T>
PADDLE_HOST_DEVICE inline Scales<T> ScalesOf(T x, T rounded) {
  const T more = Select(x > T(0), T(1), T(0));
  return {PowerOfTwo(rounded - more), T(1) + more};
}

}  // namespace internal

// Returns exp(x) by range reduction by ln 2: x = n ln 2 + r with |r| <= ln(2) /
// 2, and exp(x) = 2^n exp(r). inf above the largest exponent, 0 below the
// smallest normal number.
template <typename T>
PADDLE_HOST_DEVICE inline T Exp(T x) {
  const T clamped = internal::ClampToExponents(x);
  const auto [r, rounded] = internal::Reduce(clamped);
  const auto [scale, twice] = internal::ScalesOf(clamped, rounded);
  // The powers of two are exact.
  const T result = internal::ExpOfRest(r) * scale * twice;
  return Select(x < internal::kLogOfMin<T>, T(0), result);
}

// Returns exp(x) - 1, accurate near 0, too, by the same reduction: expm1(x) =
// 2^n (expm1(r) + 1) - 1.
template <typename T>
PADDLE_HOST_DEVICE inline T Expm1(T x) {
  const T clamped = internal::ClampToExponents(x);
  const auto [r, rounded] = internal::Reduce(clamped);
  const auto [scale, twice] = internal::ScalesOf(clamped, rounded);
  // 2^n (q + 1) - 1 with the 1 taken from 2^n first: near 0, where n is 0, that
  // difference is exactly 0 and q is the result. It is 1 / twice, as `twice` is
  // 1 or 2.
  const T one = T(1.5) - T(0.5) * twice;
  return (internal::Expm1OfRest(r) * scale + (scale - one)) * twice;
}

// Returns the natural logarithm of x: -inf for 0, NaN for a negative number.
// With x = 2^e m and m in [sqrt(1/2), sqrt(2)), it is e ln 2 + log m, and log m
// is twice the series of artanh((m - 1) / (m + 1)).
template <typename T>
PADDLE_HOST_DEVICE inline T Log(T x) {
  using Bits = internal::BitsOf<T>;
  constexpr int kFraction = internal::kFraction<T>;
  constexpr Bits kOne = internal::kOneBits<T>;
  constexpr T kRaise = static_cast<T>(Bits(1) << (kFraction + 1));
  // A subnormal x has no exponent of its own: it is raised first.
  const bool small = x < std::numeric_limits<T>::min();
  // Adding the distance from sqrt(1/2) to 1 carries into the exponent just
  // where m would reach sqrt(2): no comparison is needed.
  const Bits half = internal::ToBits(T(0.70710678118654752440));
  const Bits bits =
      internal::ToBits(Select(small, x * kRaise, x)) + (kOne - half);
  const T m =
      internal::FromBits<T>((bits & ((Bits(1) << kFraction) - 1)) + half);
  // An integer in the lowest bits of 2^kFraction, then taken from it.
  constexpr T kWhole = static_cast<T>(Bits(1) << kFraction);
  const T biased =
      internal::FromBits<T>((bits >> kFraction) | internal::ToBits(kWhole)) -
      kWhole;
  // The exponent without its bias, and without the scaling of subnormals.
  const T e = biased - Select(small, T((kOne >> kFraction) + kFraction + 1),
                              T(kOne >> kFraction));
  // Exact, as m is within a factor of 2 of 1.
  const T f = m - T(1);
  const T s = f / (m + T(1));
  const T s2 = s * s;
  // (log_m - f + s f) / s^3 as a polynomial in s^2.
  T tail;
  if constexpr (sizeof(T) == 4) {
    tail = internal::Polynomial(s2, 2. / 3, 2. / 5, 2. / 7, 2. / 9);
  } else {
    tail = internal::Polynomial(s2, 2. / 3, 2. / 5, 2. / 7, 2. / 9, 2. / 11,
                                2. / 13, 2. / 15, 2. / 17, 2. / 19, 2. / 21);
  }
  // 2 s = f - s f, of which f is exact.
  const T log_m = f - s * (f - s2 * tail);
  const T result =
      e * internal::kLn2High<T> + (log_m + e * internal::kLn2Low<T>);
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  // The polynomial is right for positive finite x only.
  const T edge =
      Select(x == T(0), -kInfinity, std::numeric_limits<T>::quiet_NaN());
  return Select(x > T(0), Select(x == kInfinity, x, result), edge);
}

// Returns log(1 + x), accurate near 0, too: `lost` is what the rounding of 1 +
// x took away, in first order.
template <typename T>
PADDLE_HOST_DEVICE inline T Log1p(T x) {
  // Rounded: u - 1 is the x that u stands for, and x - (u - 1) what is lost.
  const T u = T(1) + x;
  const T lost = (x - (u - T(1))) / u;
  // The correction of 0, inf or NaN would be NaN.
  const bool finite = (u > T(0)) & (u < std::numeric_limits<T>::infinity());
  return Log(u) + Select(finite, lost, T(0));
}

// Returns 1 / (1 + exp(-x)). Where the power of two is infinite, 1 / inf is the
// 0 it should be, but for a subnormal number; far above 0 exp(-x) is below the
// last bit of 1, and the result is 1.
template <typename T>
PADDLE_HOST_DEVICE inline T Sigmoid(T x) {
  const auto [r, rounded] = internal::Reduce(internal::ClampToExponents(-x));
  return T(1) / (T(1) + internal::ExpOfRest(r) * internal::PowerOfTwo(rounded));
}

// Returns tanh(x) = m / (m + 2) with m = expm1(2 |x|), which loses no bits near
// 0. Beyond kFlat the result is 1 in all bits, and m would overflow.
template <typename T>
PADDLE_HOST_DEVICE inline T Tanh(T x) {
  // Clamped before expm1, which would overflow to inf, and inf / inf is NaN.
  constexpr T kFlat = sizeof(T) == 4 ? 10 : 20;
  const T magnitude = std::abs(x);
  const T clamped = Select(magnitude > kFlat, kFlat, magnitude);
  const auto [r, rounded] = internal::Reduce(T(2) * clamped);
  const T scale = internal::PowerOfTwo(rounded);
  // As Expm1, whose exponents are far smaller here than the largest.
  const T m = internal::Expm1OfRest(r) * scale + (scale - T(1));
  return std::copysign(m / (m + T(2)), x);
}

namespace internal {

// Returns erf(x) for doubles by the rational Chebyshev approximations of W. J.
// Cody, Mathematics of Computation 23 (1969) 631-637: of erf up to 1/2, of
// exp(x^2) erfc(x) from there to 4; from 6 on erf is 1. Both are computed for
// every x, since a branch between them would keep loops from being vectorized.
PADDLE_HOST_DEVICE inline double ErfOfDouble(double x) {
  const double y = Select(std::abs(x) > 6.0, 6.0, std::abs(x));
  const double y2 = y * y;
  // Horner's rule, lowest power first, as Polynomial takes it.
  const double near =
      y *
      Polynomial(y2, 3.20937758913846947e3, 3.77485237685302021e2,
                 1.13864154151050156e2, 3.16112374387056560,
                 1.85777706184603153e-1) /
      Polynomial(y2, 2.84423683343917062e3, 1.28261652607737228e3,
                 2.44024637934444173e2, 2.36012909523441209e1, 1.0);
  // The ratio approximates exp(y^2) erfc(y): erfc alone falls too fast for a
  // rational function.
  const double scaled_erfc =
      Polynomial(y, 1.23033935479799725e3, 2.05107837782607147e3,
                 1.71204761263407058e3, 8.81952221241769090e2,
                 2.98635138197400131e2, 6.61191906371416295e1,
                 8.88314979438837594, 5.64188496988670089e-1,
                 2.15311535474403846e-8) /
      Polynomial(y, 1.23033935480374942e3, 3.43936767414372164e3,
                 4.36261909014324716e3, 3.29079923573345963e3,
                 1.62138957456669019e3, 5.37181101862009858e2,
                 1.17693950891312499e2, 1.57449261107098347e1, 1.0);
  const double far = 1.0 - Exp(-y2) * scaled_erfc;
  return std::copysign(Select(y < 0.5, near, far), x);
}

// Returns erf(x) for floats, in a third of the operations, of which one is a
// division: by a rational function of x^2 up to 5/4, and from there on as 1 -
// 1 / p(x)^16, where p is a polynomial (the form of Abramowitz and Stegun 1964,
// 7.1.28). Both are minimax fits to erf, of relative error 2.6e-9 and absolute
// error 3.4e-9; the rational one is scaled so that its first coefficients
// round well. Beyond 4 the power grows, to infinity if need be, and erf is 1.
PADDLE_HOST_DEVICE inline float ErfOfFloat(float x) {
  const float y = std::abs(x);
  const float y2 = y * y;
  const float numerator =
      y * Polynomial(y2, 1.128558874, 0.1137037238, 0.03346111424);
  const float denominator = Polynomial(y2, 1.0001592636108398, 0.4341536066,
                                       0.07435691388, 0.005181541759);
  float power =
      Polynomial(y, 1.001164471, 0.06593967255, 0.04982216303, 0.002626773428,
                 0.003458498831, -0.0006030507809, 0.0001404246170);
  for (int i = 0; i < 4; ++i) power *= power;
  const bool is_far = y > 1.25f;
  const float ratio =
      Select(is_far, 1.f, numerator) / Select(is_far, power, denominator);
  return std::copysign(Select(is_far, 1.f - ratio, ratio), x);
}

}  // namespace internal

// Returns erf(x).
template <typename T>
PADDLE_HOST_DEVICE inline T Erf(T x) {
  if constexpr (sizeof(T) == 4) {
    return internal::ErfOfFloat(x);
  } else {
    return internal::ErfOfDouble(x);
  }
}

}  // namespace paddle::operators::kernels
