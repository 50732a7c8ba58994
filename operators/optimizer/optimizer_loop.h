// The loop of all optimizers: one pass over a parameter, its gradient, and the
// states that the optimizer keeps for it. An optimizer is limited by memory:
// each array is read once and written once. For example, of a rule with one
// state:
//
//   struct Rule {
//     void Prepare() { step = *rate; }
//     float operator()(float p, float g, float& v) const {
//       v = 0.9f * v + g;
//       return p - step * v;
//     }
//     const float* rate;
//     float step = 0;
//   };
//   UpdateParam(step, Rule{step.rate}, Updated{&velocity, &velocity});
//
// A real rule is marked PADDLE_HOST_DEVICE and comes from a functor
// (functor_rule.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/avx512_loop.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/loops/prefetch_row.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/optimizer/selected_rows.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// A gradient: a tensor like the parameter, or some of its rows.
template <typename T>
struct ParamGrad {
  // Exactly one of the two is set; `dense` decides.
  const T* dense = nullptr;
  // In ascending order, each row once.
  MergedRows<T> rows;
  // Owns row numbers that were made for this step, which `rows` may view.
  std::shared_ptr<const std::vector<int64_t>> numbers = nullptr;
  // If false, missing rows are rows of zeros, and the result is that of the
  // dense gradient. If true, nothing that belongs to them changes.
  bool lazy = false;
};

// A parameter or a state of it, before and after a step, both of the
// parameter's dims. `out` may be `in` but must not overlap it otherwise.
struct Updated {
  // Initialized, of type T.
  const framework::Tensor* in;
  // Has memory of the same size; is `in` when the update is in place.
  framework::Tensor* out;
};

// The arguments that every step has. The context must outlive it.
template <class Device, class T>
struct ParamStep {
  const Device& context;
  ParamGrad<T> grad;
  const T* rate;  // a number in memory of the context's place, as all are
  // Its dims decide how many elements there are.
  Updated param;
};

namespace internal {

// Enough to pay for a task: 64 or 128 KB of each array.
inline constexpr int64_t kOptimizerGrain = 16384;  // elements

// The gradient of consecutive elements, and one of zeros. Two types, so that a
// loop over either is compiled without a branch.
template <typename T>
struct SomeGrad {
  const T* data;
  T operator[](int64_t j) const { return data[j]; }
};
template <typename T>
struct NoGrad {
  T operator[](int64_t) const { return T(0); }
};

// Returns the rows per task.
inline int64_t RowGrain(int64_t width) {
  return std::max<int64_t>(1, kOptimizerGrain / std::max<int64_t>(width, 1));
}

// Calls update(begin, size, grad) on [0, numel) in parallel pieces.
template <typename T, typename Update>
void UpdateDense(const T* grad, int64_t numel, const Update& update) {
  platform::ParallelFor(numel, kOptimizerGrain,
                        [&](int64_t begin, int64_t end) {
                          update(begin, end - begin, SomeGrad<T>{grad + begin});
                        });
}

// Calls update for each row that the gradient has, and update.Fetch for a later
// one, which may be anywhere in memory. No row appears twice, so the calls may
// run in parallel.
template <typename T, typename Update>
void UpdateLazily(const MergedRows<T>& rows, const Update& update) {
  const int64_t width = rows.width;
  platform::ParallelFor(
      rows.rows.size(), RowGrain(width), [&](int64_t begin, int64_t end) {
        T* const sum = ThreadScratch<T>(ScratchSlot::kPiece, width);
        for (int64_t i = begin; i < end; ++i) {
          if (i + kRowsAhead < end) {
            update.Fetch(rows.rows[i + kRowsAhead] * width, width);
          }
          update(rows.rows[i] * width, width,
                 SomeGrad<T>{SumOfRow(rows, i, sum)});
        }
      });
}

// Calls update for all rows of a tensor, with zeros for those that the gradient
// does not have. Each row is a call of its own, so that the bits do not depend
// on where the pieces begin: a vector loop computes its last elements
// otherwise.
template <typename T, typename Update>
void UpdateRows(const MergedRows<T>& rows, int64_t height, int64_t width,
                const Update& update) {
  platform::ParallelFor(
      height, RowGrain(width), [&](int64_t begin, int64_t end) {
        T* const sum = ThreadScratch<T>(ScratchSlot::kPiece, width);
        auto next = std::lower_bound(rows.rows.begin(), rows.rows.end(), begin);
        for (int64_t row = begin; row < end; ++row) {
          if (next == rows.rows.end() || *next != row) {
            update(row * width, width, NoGrad<T>());
            continue;
          }
          const int64_t i = next++ - rows.rows.begin();
          update(row * width, width, SomeGrad<T>{SumOfRow(rows, i, sum)});
        }
      });
}

// Picks the loop that fits the gradient.
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

// Pointers to the elements of an Updated.
template <typename T>
struct UpdatedData {
  UpdatedData() = default;
  explicit UpdatedData(const Updated& tensor)
      : in(tensor.in->data<T>()), out(tensor.out->mutable_data<T>()) {}
  const T* in = nullptr;
  T* out = nullptr;
};

// Updates element i of the parameter, which is the first of `all`, and of the
// states. The values are copied to registers first: `in` and `out` may be the
// same memory.
template <typename T, typename Rule, size_t... K>
PADDLE_HOST_DEVICE void UpdateElement(const Rule& rule,
                                      const UpdatedData<T>* all, int64_t i, T g,
                                      std::index_sequence<K...>) {
  T state[] = {all[0].in[i], all[K + 1].in[i]...};
  all[0].out[i] = rule(state[0], g, state[K + 1]...);
  ((all[K + 1].out[i] = state[K + 1]), ...);
}

template <class T, typename Rule, size_t kArrays, typename Grad>
void UpdateEach(const Rule& rule,
                const std::array<UpdatedData<T>, kArrays>& all, int64_t begin,
                int64_t size, const Grad& grad) {
  ForIndependent(size, [=](int64_t j) {
    UpdateElement(rule, all.data(), begin + j, grad[j],
                  std::make_index_sequence<kArrays - 1>());
  });
}

#ifdef __x86_64__
// Does so in registers of AVX-512.
template <class T, typename Rule, size_t kArrays, typename Grad>
PADDLE_AVX512_LOOP void UpdateEachWide(
    const Rule& rule, const std::array<UpdatedData<T>, kArrays>& all,
    int64_t begin, int64_t size, const Grad& grad) {
  UpdateEach(rule, all, begin, size, grad);
}
#endif

// True for rules with a root and a division, which take longer than memory
// does: they say so by kDivides.
template <typename Rule, typename = void>
inline constexpr bool kDividesByRoot = false;
template <typename Rule>
inline constexpr bool
    kDividesByRoot<Rule, std::void_t<decltype(Rule::Element::kDivides)>> =
        Rule::Element::kDivides;

// Updates `size` consecutive elements, whose gradient is `grad`.
template <class T, typename Rule, size_t kArrays, typename Grad>
void UpdateElements(const Rule& rule,
                    const std::array<UpdatedData<T>, kArrays>& all,
                    int64_t begin, int64_t size, const Grad& grad) {
#ifdef __x86_64__
  if constexpr (kDividesByRoot<Rule>) {
    if (UsesAvx512Loops()) {
      return UpdateEachWide(rule, all, begin, size, grad);
    }
  }
#endif
  UpdateEach(rule, all, begin, size, grad);
}

// Updates consecutive elements of all arrays, or fetches them before.
template <class T, typename Rule, size_t kArrays>
struct ElementsUpdate {
  template <typename Grad>
  void operator()(int64_t begin, int64_t size, const Grad& grad) const {
    UpdateElements(rule, all, begin, size, grad);
  }
  void Fetch(int64_t begin, int64_t size) const {
    for (const UpdatedData<T>& each : all) PrefetchRow(each.in + begin, size);
  }
  Rule rule;
  std::array<UpdatedData<T>, kArrays> all;
};

// The loop on the CPU; `all` begins with the parameter.
template <class Device, class T, typename Rule, size_t kArrays>
void UpdateInOnePass(const ParamStep<Device, T>& step, const Rule& rule,
                     const std::array<UpdatedData<T>, kArrays>& all) {
  UpdateAll(step.grad, *step.param.in,
            ElementsUpdate<T, Rule, kArrays>{rule, all});
}

}  // namespace internal

// The loop on GPUs; `all` begins with the parameter. Defined in
// optimizer_loop.cuh and instantiated in .cu sources.
template <typename Rule, typename T, size_t kArrays>
void UpdateParamOnCUDA(
    const ParamStep<platform::CUDADeviceContext, T>& step, const Rule& rule,
    const std::array<internal::UpdatedData<T>, kArrays>& all);

// Runs one step: for each element, rule(param, grad, state...), of type T,
// returns the new parameter and changes the states, which it gets as T&.
// rule.Prepare() is called before, on a copy, on the device: it reads the
// numbers that the step depends on. Both are marked for GPUs. Elements that a
// lazy gradient does not touch are copied to the outputs. The bits are the same
// for any number of threads.
template <class Device, class T, typename Rule, typename... States>
void UpdateParam(const ParamStep<Device, T>& step, const Rule& rule,
                 const States&... states) {
  static_assert((std::is_same_v<States, Updated> && ...));
  if (step.grad.dense == nullptr && step.grad.lazy) {
    const Updated changed[] = {step.param, states...};
    // Costs nothing for variables that are updated in place.
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

// Runs one step as UpdateParam does, on the CPU and the calling thread, for
// elements [begin, end) of a parameter whose gradient is dense. `begin` is a
// multiple of platform::kPieceAlignment, and so is `end` unless it is the last.
template <class Device, class T, typename Rule, typename... States>
void UpdateParamPart(const ParamStep<Device, T>& step, const Rule& rule,
                     int64_t begin, int64_t end, const States&... states) {
  const std::array<internal::UpdatedData<T>, sizeof...(States) + 1> all = {
      internal::UpdatedData<T>(step.param),
      internal::UpdatedData<T>(states)...};
  Rule prepared = rule;
  prepared.Prepare();
  internal::UpdateElements(prepared, all, begin, end - begin,
                           internal::SomeGrad<T>{step.grad.dense + begin});
}

}  // namespace paddle::operators::kernels
