#include "paddle/operators/math/loops/vector_math.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/math/loops/avx512_loop.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/normal_probability.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

// All functions: their names, and their values at x.
#define PADDLE_VECTOR_FUNCTIONS(visit)                                         \
  visit(Exp, Exp(x)) visit(Log, Log(x)) visit(Tanh, Tanh(x))                   \
      visit(Erf, Erf(x)) visit(Sigmoid, Sigmoid(x)) visit(Silu, x* Sigmoid(x)) \
          visit(Gelu, x* NormalProbability(x))

#define PADDLE_FUNCTOR(Name, value)           \
  template <typename T>                       \
  struct Name##Function {                     \
    T operator()(T x) const { return value; } \
  };
PADDLE_VECTOR_FUNCTIONS(PADDLE_FUNCTOR)
#undef PADDLE_FUNCTOR

#ifdef __x86_64__

// Each lane of a wider register computes what it does in a narrower one, to the
// last bit.

constexpr int64_t kWidth = 16;  // floats in a register

// One call for all registers: a function begins by reading its coefficients.
template <typename Function>
PADDLE_AVX512_LOOP void WideRegisters(int64_t registers, const Function& f,
                                      const float* x, float* out) {
  for (; registers > 0; --registers, x += kWidth, out += kWidth) {
    PADDLE_INDEPENDENT_ITERATIONS
    for (int64_t j = 0; j < kWidth; ++j) out[j] = f(x[j]);
  }
}

// Computes less than a register, padded with the first element.
template <typename Function>
void WideRest(int64_t size, const Function& f, const float* x, float* out) {
  float block[kWidth];
  std::copy_n(x, size, block);
  std::fill_n(block + size, kWidth - size, x[0]);
  WideRegisters(1, f, block, block);
  std::copy_n(block, size, out);
}

// Computes out[j] = f(x[j]) with AVX-512.
template <typename Function>
void WideBlocks(int64_t size, const Function& f, const float* x, float* out) {
  const int64_t whole = size / kWidth * kWidth;
  WideRegisters(size / kWidth, f, x, out);
  if (whole < size) WideRest(size - whole, f, x + whole, out + whole);
}

#else

template <typename Function>
void WideBlocks(int64_t, const Function&, const float*, float*) {}

#endif

template <typename T, typename Function>
void Assign(int64_t size, const Function& f, const T* x, T* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (UsesAvx512Loops()) return WideBlocks(size, f, x, out);
  }
  AssignBlocks(size, f, out, x);
}

}  // namespace

#define PADDLE_FUNCTION(Name, value)                              \
  template <typename T>                                           \
  void Name(int64_t size, const T* x, T* out) {                   \
    Assign(size, Name##Function<T>(), x, out);                    \
  }                                                               \
  template void Name<float>(int64_t, const float*, float*);       \
  template void Name<double>(int64_t, const double*, double*);    \
  void Name##Anywhere(int64_t size, const float* x, float* out) { \
    AssignBlocks(size, Name##Function<float>(), out, x);          \
  }
PADDLE_VECTOR_FUNCTIONS(PADDLE_FUNCTION)
#undef PADDLE_FUNCTION

}  // namespace paddle::operators::kernels
