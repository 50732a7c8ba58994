#include "paddle/operators/kernels/top_k.h"

#include <algorithm>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Elements a thread should look at, at least.
constexpr int64_t kGrain = 16384;

// NaN is above every number, and not above itself.
template <typename T>
bool Above(T a, T b) {
  return a > b || (a != a && b == b);
}

// `values` and `indices` hold the `count` largest so far, largest first; puts
// one more in and lets the last fall out if there are more than k.
template <typename T>
void Put(T value, int64_t index, int64_t k, int64_t* count, T* values,
         int64_t* indices) {
  int64_t place = std::min(*count, k - 1);
  *count = place + 1;
  for (; place > 0 && Above(value, values[place - 1]); --place) {
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
    if (count == k && !Above(x[i], values[k - 1])) continue;
    Put(x[i], i, k, &count, values, indices);
  }
}

}  // namespace

template <typename T>
void TopK(const platform::DeviceContext& context, const Tensor& x, Tensor* out,
          Tensor* indices) {
  EnforceOnCPU(context, "top_k");
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

int64_t CountHits(const platform::DeviceContext& context, const Tensor& indices,
                  const Tensor& label) {
  EnforceOnCPU(context, "counting hits");
  const int64_t k = indices.dims().at(-1);
  const int64_t* index = indices.data<int64_t>();
  const int64_t* wanted = label.data<int64_t>();
  int64_t hits = 0;
  for (int64_t i = 0; i < label.numel(); ++i) {
    const int64_t* row = index + i * k;
    hits += std::find(row, row + k, wanted[i]) != row + k;
  }
  return hits;
}

template void TopK<float>(const platform::DeviceContext&, const Tensor&,
                          Tensor*, Tensor*);
template void TopK<double>(const platform::DeviceContext&, const Tensor&,
                           Tensor*, Tensor*);

}  // namespace paddle::operators::kernels
