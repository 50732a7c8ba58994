#include "paddle/operators/indexing/unique.h"

#include <algorithm>
#include <numeric>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Compares slices of a tensor by their elements.
template <typename T>
struct SliceOrder {
  const T* data;
  AxisView view;

  // Returns -1, 0 or 1 for slice a before, like or behind slice b.
  int Compare(int64_t a, int64_t b) const {
    for (int64_t o = 0; o < view.outer; ++o) {
      for (int64_t i = 0; i < view.inner; ++i) {
        const T* line = data + view.At(o, i);
        const auto x =
            static_cast<platform::Accumulator<T>>(line[a * view.inner]);
        const auto y =
            static_cast<platform::Accumulator<T>>(line[b * view.inner]);
        const bool x_none = x != x, y_none = y != y;
        if (x < y || (y_none && !x_none)) return -1;
        if (y < x || (x_none && !y_none)) return 1;
      }
    }
    return 0;
  }
};

// Numbers the slices of `order`, which is sorted: like ones are neighbours, and
// the first of them stands before the others.
template <typename T>
UniqueSlices NumberSlices(const SliceOrder<T>& slices,
                          const std::vector<int64_t>& order) {
  UniqueSlices found;
  found.inverse.resize(order.size());
  for (size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || slices.Compare(order[k - 1], order[k]) != 0) {
      found.first.push_back(order[k]);
      found.counts.push_back(0);
    }
    ++found.counts.back();
    found.inverse[order[k]] = static_cast<int64_t>(found.first.size()) - 1;
  }
  return found;
}

// Puts the different slices into the order in which they first occur.
UniqueSlices ByOccurrence(const UniqueSlices& found) {
  std::vector<int64_t> order(found.first.size()), place(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return found.first[a] < found.first[b];
  });
  UniqueSlices result;
  for (size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<int64_t>(k);
    result.first.push_back(found.first[order[k]]);
    result.counts.push_back(found.counts[order[k]]);
  }
  for (const int64_t number : found.inverse) {
    result.inverse.push_back(place[number]);
  }
  return result;
}

}  // namespace

UniqueSlices FindUnique(const Tensor& x, int axis, bool sorted) {
  const Tensor on_host = framework::OnCPU(x);
  const AxisView view = AxisView::Of(x.dims(), axis);
  std::vector<int64_t> order(view.size);
  std::iota(order.begin(), order.end(), 0);
  // Comparisons between two looks at whether the run is cancelled.
  const int64_t per_look = (1 << 16) / (view.outer * view.inner + 1) + 1;
  const UniqueSlices found = framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const SliceOrder<T> slices{on_host.data<T>(), view};
    int64_t comparisons = 0;
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if (++comparisons % per_look == 0) platform::CheckCancellation();
      return slices.Compare(a, b) < 0;
    });
    return NumberSlices(slices, order);
  });
  return sorted ? found : ByOccurrence(found);
}

void StoreNumbers(const platform::DeviceContext& device,
                  const std::vector<int64_t>& numbers,
                  memory::Allocator* allocator, Tensor* to) {
  to->Allocate(framework::Dims({static_cast<int64_t>(numbers.size())}),
               framework::DataType::kInt64, allocator);
  memory::Copy(device.place(), to->mutable_data<int64_t>(),
               platform::CPUPlace(), numbers.data(),
               numbers.size() * sizeof(int64_t));
}

}  // namespace paddle::operators::kernels
