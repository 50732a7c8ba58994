#include "paddle/operators/kernels/vector_math.h"

#include "paddle/operators/kernels/scalar_math.h"
#include "paddle/operators/kernels/vector_loops.h"

namespace paddle::operators::kernels {

template <typename T>
void Exp(int64_t size, const T* x, T* out) {
  AssignRun(size, out, [x](int64_t j) { return Exp(x[j]); });
}

template <typename T>
void Log(int64_t size, const T* x, T* out) {
  AssignRun(size, out, [x](int64_t j) { return Log(x[j]); });
}

template <typename T>
void Tanh(int64_t size, const T* x, T* out) {
  AssignRun(size, out, [x](int64_t j) { return Tanh(x[j]); });
}

template <typename T>
void Sigmoid(int64_t size, const T* x, T* out) {
  AssignRun(size, out, [x](int64_t j) { return Sigmoid(x[j]); });
}

#define INSTANTIATE(T)                          \
  template void Exp<T>(int64_t, const T*, T*);  \
  template void Log<T>(int64_t, const T*, T*);  \
  template void Tanh<T>(int64_t, const T*, T*); \
  template void Sigmoid<T>(int64_t, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
