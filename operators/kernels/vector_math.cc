#include "paddle/operators/kernels/vector_math.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace paddle::operators::kernels {
namespace {

// Eigen computes the elements that do not fill a register with other code,
// and so other bits; blocks of fixed size leave none.
constexpr int kBlockSize = 32;
template <typename T>
using Block = Eigen::Array<T, kBlockSize, 1>;

template <typename T, typename Function>
void Apply(int64_t size, const T* x, T* out, const Function& function) {
  int64_t i = 0;
  for (; i + kBlockSize <= size; i += kBlockSize) {
    Eigen::Map<Block<T>> result(out + i);
    result = function(Eigen::Map<const Block<T>>(x + i));
  }
  if (i == size) return;
  Block<T> rest = Block<T>::Ones();
  std::copy(x + i, x + size, rest.data());
  const Block<T> result = function(rest);
  std::copy_n(result.data(), size - i, out + i);
}

template <typename T>
constexpr T kSmallest = std::numeric_limits<T>::min();  // normal number

// Eigen takes a subnormal number for the smallest normal one; times 2^kDigits
// it is normal. The logs of normal numbers are Eigen's, to the bit.
template <typename T>
Block<T> LogOfSmall(const Block<T>& x) {
  constexpr int kDigits = std::numeric_limits<T>::digits;
  const T factor = std::ldexp(T(1), kDigits);
  const T log_of_factor = kDigits * std::log(T(2));
  Block<T> raised;
  for (int j = 0; j < kBlockSize; ++j) {
    raised[j] = x[j] < kSmallest<T> ? x[j] * factor : x[j];
  }
  Block<T> result = raised.log();
  for (int j = 0; j < kBlockSize; ++j) {
    result[j] -= x[j] < kSmallest<T> ? log_of_factor : T(0);
  }
  return result;
}

// Eigen's own result below this is not 0 but the smallest normal number.
template <typename T>
T LogOfSmallestNormal() {
  static const T value = std::log(std::numeric_limits<T>::min());
  return value;
}

}  // namespace

template <typename T>
void Exp(int64_t size, const T* x, T* out) {
  const T lowest = LogOfSmallestNormal<T>();
  Apply(size, x, out, [lowest](const auto& v) {
    Block<T> result = v.exp();
    for (int j = 0; j < kBlockSize; ++j) {
      result[j] = v[j] < lowest ? T(0) : result[j];
    }
    return result;
  });
}

template <typename T>
void Log(int64_t size, const T* x, T* out) {
  Apply(size, x, out, [](const auto& v) -> Block<T> {
    bool normal = true;
    for (int j = 0; j < kBlockSize; ++j) normal &= !(v[j] < kSmallest<T>);
    return normal ? Block<T>(v.log()) : LogOfSmall<T>(v);
  });
}

template <typename T>
void Tanh(int64_t size, const T* x, T* out) {
  Apply(size, x, out, [](const auto& v) { return v.tanh(); });
}

template <typename T>
void Sigmoid(int64_t size, const T* x, T* out) {
  Apply(size, x, out,
        [](const auto& v) { return (T(1) + (-v).exp()).inverse(); });
}

#define INSTANTIATE(T)                          \
  template void Exp<T>(int64_t, const T*, T*);  \
  template void Log<T>(int64_t, const T*, T*);  \
  template void Tanh<T>(int64_t, const T*, T*); \
  template void Sigmoid<T>(int64_t, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
