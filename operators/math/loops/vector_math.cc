#include "paddle/operators/math/loops/vector_math.h"

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/scalar_math.h"

namespace paddle::operators::kernels {

template <typename T>
void Exp(int64_t size, const T* x, T* out) {
  AssignBlocks(
      size, [](T v) { return Exp(v); }, out, x);
}

template <typename T>
void Log(int64_t size, const T* x, T* out) {
  AssignBlocks(
      size, [](T v) { return Log(v); }, out, x);
}

template <typename T>
void Tanh(int64_t size, const T* x, T* out) {
  AssignBlocks(
      size, [](T v) { return Tanh(v); }, out, x);
}

template <typename T>
void Sigmoid(int64_t size, const T* x, T* out) {
  AssignBlocks(
      size, [](T v) { return Sigmoid(v); }, out, x);
}

#define INSTANTIATE(T)                          \
  template void Exp<T>(int64_t, const T*, T*);  \
  template void Log<T>(int64_t, const T*, T*);  \
  template void Tanh<T>(int64_t, const T*, T*); \
  template void Sigmoid<T>(int64_t, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
