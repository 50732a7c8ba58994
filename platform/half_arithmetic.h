// What float16 and bfloat16 share: each operation is done in float and rounded
// once. Mixed with a wider type, the usual conversions give the wider type.
#pragma once

#include <type_traits>

namespace paddle::platform {

// True for the 16-bit storage types, which specialise it.
template <typename T>
inline constexpr bool kIsHalf = false;

namespace internal {
template <typename T>
using IfHalf = std::enable_if_t<kIsHalf<T>, T>;
}  // namespace internal

template <typename T>
internal::IfHalf<T> operator+(T a, T b) {
  return T(static_cast<float>(a) + static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator-(T a, T b) {
  return T(static_cast<float>(a) - static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator*(T a, T b) {
  return T(static_cast<float>(a) * static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator/(T a, T b) {
  return T(static_cast<float>(a) / static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator-(T a) {
  return T(-static_cast<float>(a));
}
template <typename T>
internal::IfHalf<T>& operator+=(T& a, float b) {
  return a = T(static_cast<float>(a) + b);
}
template <typename T>
internal::IfHalf<T>& operator-=(T& a, float b) {
  return a = T(static_cast<float>(a) - b);
}
template <typename T>
internal::IfHalf<T>& operator*=(T& a, float b) {
  return a = T(static_cast<float>(a) * b);
}
template <typename T>
internal::IfHalf<T>& operator/=(T& a, float b) {
  return a = T(static_cast<float>(a) / b);
}

// The type to add up in: float for the 16-bit types, else the type itself.
template <typename T>
using Accumulator = std::conditional_t<kIsHalf<T>, float, T>;

}  // namespace paddle::platform
