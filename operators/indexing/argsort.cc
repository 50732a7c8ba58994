#include "paddle/operators/indexing/argsort.h"

#include <algorithm>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// True if a sorts before b: NaN is above every number and equal to itself, as
// std::sort requires of a strict weak ordering.
template <typename T>
bool ComesBelow(T a, T b) {
  return a < b || (b != b && a == a);
}

template <typename T>
struct Item {
  T value;
  int64_t index;
};

// Compares by `before`, and checks for cancellation every 65536 comparisons:
// sorting a line of many millions takes seconds, and std::sort cannot be
// stopped otherwise.
template <typename Before>
struct Interruptible {
  Before before;
  unsigned* comparisons;

  template <typename T>
  bool operator()(const Item<T>& a, const Item<T>& b) const {
    constexpr unsigned kPerLook = 1 << 16;
    if (++*comparisons % kPerLook == 0) platform::CheckCancellation();
    return before(a, b);
  }
};

template <typename T, typename Before>
void SortBy(Item<T>* items, int64_t count, Before before) {
  unsigned comparisons = 0;
  std::sort(items, items + count, Interruptible<Before>{before, &comparisons});
}

// Breaks ties by the index, which makes any sorting algorithm stable;
// std::stable_sort would allocate a buffer for each line.
template <typename T>
void Sort(Item<T>* items, int64_t count, bool descending) {
  const auto before = [](const Item<T>& a, const Item<T>& b) {
    return ComesBelow(a.value, b.value) ||
           (!ComesBelow(b.value, a.value) && a.index < b.index);
  };
  const auto above = [](const Item<T>& a, const Item<T>& b) {
    return ComesBelow(b.value, a.value) ||
           (!ComesBelow(a.value, b.value) && a.index < b.index);
  };
  if (descending) {
    SortBy(items, count, above);
  } else {
    SortBy(items, count, before);
  }
}

}  // namespace

template <class Device, class T>
void ArgSort(const Device&, const Tensor& x, int axis, bool descending,
             Tensor* out, Tensor* indices) {
  constexpr int64_t kGrain = 2048;
  const AxisView view = AxisView::Of(x.dims(), axis);
  const T* from = x.data<T>();
  T* values = out->mutable_data<T>();
  int64_t* index = indices->mutable_data<int64_t>();
  platform::ParallelFor(
      view.outer * view.inner, kGrain / (view.size + 1) + 1,
      [=](int64_t begin, int64_t end) {
        // Values are sorted together with their positions: comparing through
        // positions alone would miss the cache on every access.
        auto* items = ThreadScratch<Item<T>>(ScratchSlot::kPiece, view.size);
        for (int64_t line = begin; line < end; ++line) {
          const int64_t first =
              line / view.inner * view.size * view.inner + line % view.inner;
          for (int64_t i = 0; i < view.size; ++i) {
            items[i] = {from[first + i * view.inner], i};
          }
          Sort(items, view.size, descending);
          for (int64_t i = 0; i < view.size; ++i) {
            values[first + i * view.inner] = items[i].value;
            index[first + i * view.inner] = items[i].index;
          }
        }
      });
}

PADDLE_INSTANTIATE(ArgSort, platform::CPUDeviceContext, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators::kernels
