#include "paddle/operators/pooling/pool_halving.h"

#include <utility>

#include "paddle/operators/math/loops/vector_register.h"
#include "paddle/platform/instantiate.h"

// Vectors by hand: compilers do not vectorise loads of every second element
// well.
namespace paddle::operators::kernels {
namespace {

template <typename T>
using Vector = Register<T>;

// 0, 1, ..., one for each element of a vector.
template <typename T>
using Lanes = std::make_integer_sequence<int, kLanes<T>>;

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

template <typename T>
Windows<Vector<T>> LoadWindows(const T* above, const T* below) {
  Windows<Vector<T>> w;
  Deinterleave(Load(above), Load(above + kLanes<T>), &w.a, &w.b, Lanes<T>());
  Deinterleave(Load(below), Load(below + kLanes<T>), &w.c, &w.d, Lanes<T>());
  return w;
}

template <typename T>
void StoreRow(const Vector<T>& even, const Vector<T>& odd, T* to) {
  Vector<T> low;
  Vector<T> high;
  Interleave(even, odd, &low, &high, Lanes<T>());
  Store<T>(low, to);
  Store<T>(high, to + kLanes<T>);
}

// Calls body(j) for vectors of elements that cover [0, size): the last one may
// overlap the one before it, as results do not depend on where it begins.
// Where not even one fits, calls rest(j) for each element.
template <typename T, typename Body, typename Rest>
void ForEachVector(int64_t size, const Body& body, const Rest& rest) {
  if (size < kLanes<T>) {
    for (int64_t j = 0; j < size; ++j) rest(j);
    return;
  }
  int64_t j = 0;
  for (; j + kLanes<T> <= size; j += kLanes<T>) body(j);
  if (j < size) body(size - kLanes<T>);
}

}  // namespace

template <typename T>
void MaxPool2x2Row(int64_t size, const T* above, const T* below, T* out) {
  ForEachVector<T>(
      size,
      [=](int64_t j) {
        Store<T>(LoadWindows(above + 2 * j, below + 2 * j).Largest(), out + j);
      },
      [=](int64_t j) {
        const Windows<T> w{above[2 * j], above[2 * j + 1], below[2 * j],
                           below[2 * j + 1]};
        out[j] = w.Largest();
      });
}

template <typename T>
void HalveRowGrad(int64_t size, const T* above, const T* below, const T* d_out,
                  T* d_above, T* d_below) {
  ForEachVector<T>(
      size,
      [=](int64_t j) {
        const auto w = LoadWindows(above + 2 * j, below + 2 * j);
        const auto grad = w.Grad(Load(d_out + j));
        StoreRow<T>(grad.a, grad.b, d_above + 2 * j);
        StoreRow<T>(grad.c, grad.d, d_below + 2 * j);
      },
      [=](int64_t j) {
        const Windows<T> w{above[2 * j], above[2 * j + 1], below[2 * j],
                           below[2 * j + 1]};
        const Windows<T> grad = w.Grad(d_out[j]);
        d_above[2 * j] = grad.a;
        d_above[2 * j + 1] = grad.b;
        d_below[2 * j] = grad.c;
        d_below[2 * j + 1] = grad.d;
      });
}

PADDLE_INSTANTIATE_ONE(MaxPool2x2Row<float>);
PADDLE_INSTANTIATE_ONE(MaxPool2x2Row<double>);
PADDLE_INSTANTIATE_ONE(HalveRowGrad<float>);
PADDLE_INSTANTIATE_ONE(HalveRowGrad<double>);

}  // namespace paddle::operators::kernels
