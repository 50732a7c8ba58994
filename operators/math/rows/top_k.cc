#include "paddle/operators/math/rows/top_k.h"

#include <algorithm>

#include "paddle/operators/math/device/ordering.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// The number of elements that are worth a thread.
constexpr int64_t kGrain = 16384;

// Inserts an element into `values` and `indices`, the `count` largest so far,
// largest first, and drops the last if there are more than k. Linear in k, but
// most elements of a long row are not among the k largest and never come here.
template <typename T>
void Put(T value, int64_t index, int64_t k, int64_t* count, T* values,
         int64_t* indices) {
  int64_t place = std::min(*count, k - 1);
  *count = place + 1;
  for (; place > 0 && Above()(value, values[place - 1]); --place) {
    values[place] = values[place - 1];
    indices[place] = indices[place - 1];
  }
  values[place] = value;
  indices[place] = index;
}

template <typename T>
void TopKOfRow(const T* x, int64_t width, int64_t k, T* values,
               int64_t* indices) {
  int64_t count = 0;
  for (int64_t i = 0; i < width; ++i) {
    if (count == k && !Above()(x[i], values[k - 1])) continue;
    Put(x[i], i, k, &count, values, indices);
  }
}

// Finds, for each of the columns [begin, end) of a [rows, width] matrix, the
// row of the element that is `before` all others. The outer loop runs over
// rows, so that memory is read in order.
template <typename Before, typename T>
void FirstOfColumns(const T* x, int64_t rows, int64_t width, int64_t begin,
                    int64_t end, int64_t* out) {
  std::fill(out + begin, out + end, 0);
  for (int64_t row = 1; row < rows; ++row) {
    for (int64_t j = begin; j < end; ++j) {
      const bool better = Before()(x[row * width + j], x[out[j] * width + j]);
      if (better) out[j] = row;
    }
  }
}

template <typename Before, typename T>
void FirstAlong(const Tensor& x, int axis, Tensor* out) {
  const int64_t size = x.dims()[axis];
  const int64_t inner = x.dims().Slice(axis + 1, x.rank()).Numel();
  const T* data = x.data<T>();
  int64_t* index = out->mutable_data<int64_t>();
  const auto columns = [=](int64_t begin, int64_t end) {
    while (begin < end) {  // the columns of one matrix at a time
      const int64_t outer = begin / inner;
      const int64_t stop = std::min(end, (outer + 1) * inner);
      FirstOfColumns<Before>(data + outer * size * inner, size, inner,
                             begin - outer * inner, stop - outer * inner,
                             index + outer * inner);
      begin = stop;
    }
  };
  platform::ParallelFor(out->numel(), std::max<int64_t>(1, kGrain / size),
                        columns);
}

}  // namespace

template <class Device, class T>
void TopK(const Device&, const Tensor& x, Tensor* out, Tensor* indices) {
  const int64_t width = x.dims().at(-1);
  const int64_t k = out->dims().at(-1);
  const int64_t rows = out->numel() / k;
  const T* data = x.data<T>();
  T* values = out->mutable_data<T>();
  int64_t* index = indices->mutable_data<int64_t>();
  platform::ParallelFor(rows, std::max<int64_t>(1, kGrain / width),
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            TopKOfRow(data + i * width, width, k,
                                      values + i * k, index + i * k);
                          }
                        });
}

template <class Device, class T>
void ArgMax(const Device&, const Tensor& x, int axis, Tensor* out) {
  FirstAlong<Above, T>(x, axis, out);
}

template <class Device, class T>
void ArgMin(const Device&, const Tensor& x, int axis, Tensor* out) {
  FirstAlong<Below, T>(x, axis, out);
}

template <class Device>
void Accuracy(const Device&, const Tensor& indices, const Tensor& label,
              Workspace workspace, const Hits& out) {
  static_cast<void>(workspace);
  const int64_t k = indices.dims().at(-1);
  const int64_t* index = indices.data<int64_t>();
  const int64_t* wanted = label.data<int64_t>();
  int64_t hits = 0;
  for (int64_t i = 0; i < label.numel(); ++i) {
    const int64_t* row = index + i * k;
    hits += std::find(row, row + k, wanted[i]) != row + k;
  }
  *out.accuracy = RatioOfHits(hits, label.numel());
  *out.correct = hits;
  *out.total = label.numel();
}

PADDLE_INSTANTIATE(ArgMax, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ArgMin, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(TopK, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(Accuracy<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
