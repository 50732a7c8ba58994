// A vector register, for the few loops that compilers do not vectorize well. It
// uses the vector extension that gcc and clang offer on every machine.
//
//   Register<float> sum = {};
//   for (int64_t i = 0; i + kLanes<float> <= size; i += kLanes<float>) {
//     sum += Load(x + i) * Load(y + i);
//   }
#pragma once

#include <cstring>

namespace paddle::operators::kernels {

namespace internal {

#ifdef __AVX__
// With AVX the compiler has registers of 32 bytes; a wider vector would be
// split in two, which the few loops here do not gain from.
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

template <typename T>
struct RegisterOf;
template <>
struct RegisterOf<float> {
  // Comparisons of such vectors give masks, and ?: selects by them.
  typedef float Type __attribute__((vector_size(kRegisterBytes)));
};
template <>
struct RegisterOf<double> {
  typedef double Type __attribute__((vector_size(kRegisterBytes)));
};

}  // namespace internal

// The register type of floats or doubles: 32 bytes with AVX, otherwise 16. It
// has the operators of T, lane by lane; comparisons give integers, -1 or 0,
// which serve as masks.
template <typename T>
using Register = typename internal::RegisterOf<T>::Type;
// The number of elements in a register.
template <typename T>
inline constexpr int kLanes = internal::kRegisterBytes / sizeof(T);

// Load from and store to consecutive elements at any address; memcpy compiles
// to an unaligned move, which costs no more on aligned data.
template <typename T>
inline Register<T> Load(const T* from) {
  Register<T> v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}

template <typename T>
inline void Store(const Register<T>& v, T* to) {
  std::memcpy(to, &v, sizeof(v));
}

}  // namespace paddle::operators::kernels
