// The loop of all optimizers: one pass over a parameter, its gradient, and what
// the optimizer keeps for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/optimizer/selected_rows.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// A gradient: a tensor like the parameter, or some of its rows.
template <typename T>
struct ParamGrad {
  // One of the two.
  const T* dense = nullptr;
  MergedRows<T> rows;
  // Rows that are not there: false, they are rows of zeros and the result is
  // that of the dense gradient; true, nothing of theirs changes.
  bool lazy = false;
};

// A parameter, or what an optimizer keeps for it, before and after a step. Of
// the parameter's dims. `out` may be `in` but must not overlap otherwise.
struct Updated {
  const framework::Tensor* in;
  framework::Tensor* out;
};

// What every step has.
template <class Device, class T>
struct ParamStep {
  const Device& context;
  ParamGrad<T> grad;
  const T* rate;  // a number in memory of the context's place, as all are
  Updated param;
};

namespace internal {

inline constexpr int64_t kOptimizerGrain = 16384;  // elements

// The gradient of consecutive elements; zeros where there is none.
template <typename T>
struct SomeGrad {
  const T* data;
  T operator[](int64_t j) const { return data[j]; }
};
template <typename T>
struct NoGrad {
  T operator[](int64_t) const { return T(0); }
};

inline int64_t RowGrain(int64_t width) {
  return std::max<int64_t>(1, kOptimizerGrain / std::max<int64_t>(width, 1));
}

// update(begin, size, grad) on [0, numel) in parallel pieces.
template <typename T, typename Update>
void UpdateDense(const T* grad, int64_t numel, const Update& update) {
  platform::ParallelFor(numel, kOptimizerGrain,
                        [&](int64_t begin, int64_t end) {
                          update(begin, end - begin, SomeGrad<T>{grad + begin});
                        });
}

// The same on the rows that are there.
template <typename T, typename Update>
void UpdateLazily(const MergedRows<T>& rows, const Update& update) {
  const int64_t width = rows.width;
  platform::ParallelFor(rows.rows.size(), RowGrain(width),
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            update(rows.rows[i] * width, width,
                                   SomeGrad<T>{rows.values + i * width});
                          }
                        });
}

// The same on all rows of a tensor. Each row is a call of its own, so that the
// bits do not depend on where the pieces begin.
template <typename T, typename Update>
void UpdateRows(const MergedRows<T>& rows, int64_t height, int64_t width,
                const Update& update) {
  platform::ParallelFor(
      height, RowGrain(width), [&](int64_t begin, int64_t end) {
        auto next = std::lower_bound(rows.rows.begin(), rows.rows.end(), begin);
        for (int64_t row = begin; row < end; ++row) {
          if (next == rows.rows.end() || *next != row) {
            update(row * width, width, NoGrad<T>());
            continue;
          }
          const int64_t i = next++ - rows.rows.begin();
          update(row * width, width, SomeGrad<T>{rows.values + i * width});
        }
      });
}

template <typename T, typename Update>
void UpdateAll(const ParamGrad<T>& grad, const framework::Tensor& param,
               const Update& update) {
  if (grad.dense != nullptr) {
    UpdateDense(grad.dense, param.numel(), update);
  } else if (grad.lazy) {
    UpdateLazily(grad.rows, update);
  } else if (param.numel() > 0) {
    const int64_t height = param.dims()[0];
    UpdateRows(grad.rows, height, param.numel() / height, update);
  }
}

template <typename T>
struct UpdatedData {
  explicit UpdatedData(const Updated& tensor)
      : in(tensor.in->data<T>()), out(tensor.out->mutable_data<T>()) {}
  const T* in;
  T* out;
};

// Element i of the parameter, which is the first of `all`, and of the states.
template <typename T, typename Rule, size_t... K>
PADDLE_HOST_DEVICE void UpdateElement(const Rule& rule,
                                      const UpdatedData<T>* all, int64_t i, T g,
                                      std::index_sequence<K...>) {
  T state[] = {all[0].in[i], all[K + 1].in[i]...};
  all[0].out[i] = rule(state[0], g, state[K + 1]...);
  ((all[K + 1].out[i] = state[K + 1]), ...);
}

template <class Device, class T, typename Rule, size_t kArrays>
void UpdateInOnePass(const ParamStep<Device, T>& step, const Rule& rule,
                     const std::array<UpdatedData<T>, kArrays>& all) {
  UpdateAll(step.grad, *step.param.in,
            [=](int64_t begin, int64_t size, auto g) {
              ForIndependent(size, [=](int64_t j) {
                UpdateElement(rule, all.data(), begin + j, g[j],
                              std::make_index_sequence<kArrays - 1>());
              });
            });
}

}  // namespace internal

// For GPUs, where sources of their own instantiate it; `all` begins with the
// parameter.
template <typename Rule, typename T, size_t kArrays>
void UpdateParamOnCUDA(
    const ParamStep<platform::CUDADeviceContext, T>& step, const Rule& rule,
    const std::array<internal::UpdatedData<T>, kArrays>& all);

// One step: for each element rule(param, grad, state...), of type T, gives the
// new parameter and changes the states, which it gets as T&. rule.Prepare()
// comes before, on a copy: it reads the numbers that the step depends on
// where they lie. Both are marked for GPUs. What is not touched, because the
// gradient is lazy, is copied.
template <class Device, class T, typename Rule, typename... States>
void UpdateParam(const ParamStep<Device, T>& step, const Rule& rule,
                 const States&... states) {
  static_assert((std::is_same_v<States, Updated> && ...));
  if (step.grad.dense == nullptr && step.grad.lazy) {
    const Updated changed[] = {step.param, states...};
    for (const Updated& each : changed) {
      CopyElements(step.context, *each.in, each.out);
    }
  }
  const std::array<internal::UpdatedData<T>, sizeof...(States) + 1> all = {
      internal::UpdatedData<T>(step.param),
      internal::UpdatedData<T>(states)...};
  if constexpr (platform::kIsCUDA<Device>) {
    UpdateParamOnCUDA(step, rule, all);
  } else {
    Rule prepared = rule;
    prepared.Prepare();
    internal::UpdateInOnePass(step, prepared, all);
  }
}

}  // namespace paddle::operators::kernels
