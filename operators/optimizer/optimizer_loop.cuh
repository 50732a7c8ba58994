// The loop of all optimizers on GPUs: what optimizer_loop.h declares, for .cu
// sources to instantiate with their rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace internal {

// The elements that change, and their gradients, as kernels see them by value.
// Dense gradients and rows are told apart at run time: the branch is the same
// for all threads, and costs nothing next to the memory.
template <typename T>
struct DeviceGrad {
  // `numel` is that of the parameter.
  explicit DeviceGrad(const ParamGrad<T>& grad, int64_t numel)
      : dense(grad.dense),
        values(grad.rows.values),
        rows(grad.rows.rows.data()),
        count(grad.rows.rows.size()),
        width(grad.rows.width),
        lazy(grad.dense == nullptr && grad.lazy),
        size(lazy ? count * width : numel) {}

  // Returns the element that is number k of [0, size).
  PADDLE_HOST_DEVICE int64_t Element(int64_t k) const {
    if (!lazy) return k;
    const int64_t row = k / width;
    return rows[row] * width + (k - row * width);
  }
  // Returns the gradient of element number k. A row is found by bisection: a
  // map from rows to gradients would need memory as tall as the parameter.
  PADDLE_HOST_DEVICE T operator[](int64_t k) const {
    if (dense != nullptr) return dense[k];
    if (lazy) return values[k];
    if (count == 0 || width == 0) return T(0);
    const int64_t row = k / width;
    const int64_t i = FirstNotLess(row);
    const bool found = i < count && rows[i] == row;
    return found ? values[i * width + (k - row * width)] : T(0);
  }

 private:
  // Like std::lower_bound, which has no version for GPUs.
  PADDLE_HOST_DEVICE int64_t FirstNotLess(int64_t row) const {
    int64_t begin = 0, end = count;
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      if (rows[middle] < row) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  // Null for rows.
  const T* dense;
  const T* values;
  const int64_t* rows;
  int64_t count, width;
  bool lazy;

 public:
  // The number of elements that change: all, or those of the gradient's rows.
  int64_t size;
};

// An array that a kernel gets by value: the first of its elements is the
// parameter, the others are the states.
template <typename T, size_t kArrays>
struct DeviceArrays {
  UpdatedData<T> of[kArrays];
};

template <typename T, size_t... K>
DeviceArrays<T, sizeof...(K)> ByValue(
    const std::array<UpdatedData<T>, sizeof...(K)>& all,
    std::index_sequence<K...>) {
  return {{all[K]...}};
}

// Returns the number of threads. Every thread prepares the rule, so large
// parameters give each thread several elements.
inline int64_t OptimizerThreads(int64_t size) {
  constexpr int64_t kEnough = int64_t{1} << 18;  // threads to keep a GPU busy
  constexpr int64_t kElements = 16;              // of a thread, at most
  return std::max(std::min(size, kEnough), (size + kElements - 1) / kElements);
}

}  // namespace internal

// Updates the elements first, first + threads, first + 2 * threads, ...:
// threads that run together touch adjacent memory.
template <typename Rule, typename T, size_t kArrays>
void UpdateParamOnCUDA(
    const ParamStep<platform::CUDADeviceContext, T>& step, const Rule& rule,
    const std::array<internal::UpdatedData<T>, kArrays>& all) {
  using Rest = std::make_index_sequence<kArrays - 1>;
  const internal::DeviceGrad<T> grad(step.grad, step.param.in->numel());
  const auto arrays =
      internal::ByValue<T>(all, std::make_index_sequence<kArrays>());
  const int64_t threads = internal::OptimizerThreads(grad.size);
  platform::ForEach(step.context, threads, [=] PADDLE_DEVICE(int64_t first) {
    Rule ready = rule;
    ready.Prepare();
    for (int64_t k = first; k < grad.size; k += threads) {
      internal::UpdateElement(ready, arrays.of, grad.Element(k), grad[k],
                              Rest());
    }
  });
}

}  // namespace paddle::operators::kernels
