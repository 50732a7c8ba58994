// One vector register, for the few loops that compilers do not vectorise well:
// written with the vectors that gcc and clang offer on every machine.
#pragma once

#include <cstring>

namespace paddle::operators::kernels {

namespace internal {

#ifdef __AVX__
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

template <typename T>
struct RegisterOf;
template <>
struct RegisterOf<float> {
  typedef float Type __attribute__((vector_size(kRegisterBytes)));
};
template <>
struct RegisterOf<double> {
  typedef double Type __attribute__((vector_size(kRegisterBytes)));
};

}  // namespace internal

// T is float or double. Has the operators of T, lane by lane; comparisons give
// integers, -1 or 0.
template <typename T>
using Register = typename internal::RegisterOf<T>::Type;
template <typename T>
inline constexpr int kLanes = internal::kRegisterBytes / sizeof(T);

// From and to consecutive elements at any address.
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
