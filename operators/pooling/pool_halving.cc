#include "paddle/operators/pooling/pool_halving.h"

#include <cstring>
#include <type_traits>
#include <utility>

#include "paddle/operators/math/loops/vector_register.h"
#include "paddle/platform/instantiate.h"

// Vectors by hand: compilers do not vectorise loads of every second element
// well.
namespace paddle::operators::kernels {
namespace {

template <typename T>
using Vector = Register<T>;
// One of 16 bytes, for rows that are shorter than a register.
template <typename T>
struct ShortVector {
  typedef T Type __attribute__((vector_size(16)));
};

template <typename T, typename V>
constexpr int kLanesOf = sizeof(V) / sizeof(T);

// 0, 1, ..., one for each element of a vector.
template <typename T, typename V>
using Lanes = std::make_integer_sequence<int, kLanesOf<T, V>>;

// The elements of even (odd) index of two vectors.
template <typename V, int... i>
void Deinterleave(const V& a, const V& b, V* even, V* odd,
                  std::integer_sequence<int, i...>) {
  *even = __builtin_shufflevector(a, b, (2 * i)...);
  *odd = __builtin_shufflevector(a, b, (2 * i + 1)...);
}

// The inverse.
template <typename V, int... i>
void Interleave(const V& even, const V& odd, V* a, V* b,
                std::integer_sequence<int, i...>) {
  // The elements of `odd` follow those of `even`.
  constexpr int lanes = sizeof...(i);
  *a = __builtin_shufflevector(even, odd, (i / 2 + i % 2 * lanes)...);
  *b = __builtin_shufflevector(even, odd, ((lanes + i) / 2 + i % 2 * lanes)...);
}

// Returns the larger of vectors or of numbers; NaN wins.
template <typename V>
V Larger(const V& a, const V& b) {
  return ((b > a) | (b != b)) ? b : a;
}

// The four elements of each window.
template <typename V>
struct Windows {
  V a;
  V b;
  V c;
  V d;

  V Largest() const { return Larger(Larger(a, b), Larger(c, d)); }
  // Returns the share of each element: the mask of an element excludes those
  // before it, so exactly one of the four is given the gradient.
  Windows Grad(const V& d_out) const {
    const V top = Largest();
    const V zero{};
    const auto first = (a == top) | (top != top);
    const auto second = (b == top) & (first == 0);
    const auto third = (c == top) & ((first | second) == 0);
    const auto rest = (first | second | third) == 0;
    return {first != 0 ? d_out : zero, second != 0 ? d_out : zero,
            third != 0 ? d_out : zero, rest != 0 ? d_out : zero};
  }
};

template <typename V, typename T>
Windows<V> LoadWindows(const T* above, const T* below) {
  V even, odd;
  Windows<V> w;
  const auto load = [&](const T* from, V* first, V* second) {
    std::memcpy(&even, from, sizeof(V));
    std::memcpy(&odd, from + kLanesOf<T, V>, sizeof(V));
    Deinterleave(even, odd, first, second, Lanes<T, V>());
  };
  load(above, &w.a, &w.b);
  load(below, &w.c, &w.d);
  return w;
}

template <typename V, typename T>
void StoreRow(const V& even, const V& odd, T* to) {
  V low, high;
  Interleave(even, odd, &low, &high, Lanes<T, V>());
  std::memcpy(to, &low, sizeof(V));
  std::memcpy(to + kLanesOf<T, V>, &high, sizeof(V));
}

// Calls body(V(), j) for vectors of elements that cover [0, size): the last one
// may overlap the one before it, as results do not depend on where it begins.
template <typename V, typename T, typename Body>
void CoverBy(int64_t size, const Body& body) {
  constexpr int64_t kStep = kLanesOf<T, V>;
  int64_t j = 0;
  for (; j + kStep <= size; j += kStep) body(V(), j);
  if (j < size) body(V(), size - kStep);
}

// Covers elements by the longest vectors that fit; by single elements where
// none does.
template <typename T, typename Body>
void ForEachVector(int64_t size, const Body& body) {
  using Short = typename ShortVector<T>::Type;
  if (size >= kLanes<T>) return CoverBy<Vector<T>, T>(size, body);
  if (size >= kLanesOf<T, Short>) return CoverBy<Short, T>(size, body);
  CoverBy<T, T>(size, body);
}

// The windows of one output.
template <typename T>
Windows<T> WindowAt(const T* above, const T* below) {
  return {above[0], above[1], below[0], below[1]};
}

}  // namespace

template <typename T>
void MaxPool2x2Row(int64_t size, const T* above, const T* below, T* out) {
  ForEachVector<T>(size, [=](auto kind, int64_t j) {
    using V = decltype(kind);
    V largest;
    if constexpr (std::is_same_v<V, T>) {
      largest = WindowAt(above + 2 * j, below + 2 * j).Largest();
    } else {
      largest = LoadWindows<V>(above + 2 * j, below + 2 * j).Largest();
    }
    std::memcpy(out + j, &largest, sizeof(V));
  });
}

template <typename T>
void HalveRowGrad(int64_t size, const T* above, const T* below, const T* d_out,
                  T* d_above, T* d_below) {
  ForEachVector<T>(size, [=](auto kind, int64_t j) {
    using V = decltype(kind);
    V share;
    std::memcpy(&share, d_out + j, sizeof(V));
    if constexpr (std::is_same_v<V, T>) {
      const auto d = WindowAt(above + 2 * j, below + 2 * j).Grad(share);
      d_above[2 * j] = d.a;
      d_above[2 * j + 1] = d.b;
      d_below[2 * j] = d.c;
      d_below[2 * j + 1] = d.d;
    } else {
      const auto d = LoadWindows<V>(above + 2 * j, below + 2 * j).Grad(share);
      StoreRow(d.a, d.b, d_above + 2 * j);
      StoreRow(d.c, d.d, d_below + 2 * j);
    }
  });
}

PADDLE_INSTANTIATE_ONE(MaxPool2x2Row<float>);
PADDLE_INSTANTIATE_ONE(MaxPool2x2Row<double>);
PADDLE_INSTANTIATE_ONE(HalveRowGrad<float>);
PADDLE_INSTANTIATE_ONE(HalveRowGrad<double>);

}  // namespace paddle::operators::kernels
