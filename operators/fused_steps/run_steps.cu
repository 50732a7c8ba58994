#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "paddle/operators/activation/gelu.h"
#include "paddle/operators/activation/scale_clip_functors.h"
#include "paddle/operators/fused_steps/run_steps.h"
#include "paddle/operators/fused_steps/step_functors.h"
#include "paddle/operators/fused_steps/step_table.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

constexpr int kElements = kElementsPerThread;

template <typename A>
using Values = A[kElements];

// Elements that are read or written at once.
template <typename T>
struct alignas(kElements * sizeof(T)) Pack {
  T of[kElements];
};

// The operands of a step.
template <typename A>
struct Operands {
  Values<A> of[StepRow::kMostOperands];
};

template <typename Functor, size_t... i>
PADDLE_HOST_DEVICE Functor FunctorOf([[maybe_unused]] const double* words,
                                     std::index_sequence<i...>) {
  return Functor{words[i]...};
}

// Attributes are doubles, the members of the functor.
template <typename Functor>
PADDLE_HOST_DEVICE Functor FunctorOf(const double* words) {
  constexpr size_t kWords =
      std::is_empty_v<Functor> ? 0 : sizeof(Functor) / sizeof(double);
  return FunctorOf<Functor>(words, std::make_index_sequence<kWords>());
}

template <typename A, typename Functor>
PADDLE_HOST_DEVICE void Activate(const Functor& functor, const Operands<A>& in,
                                 Values<A>& out) {
#pragma unroll
  for (int j = 0; j < kElements; ++j) out[j] = functor.Value(in.of[0][j]);
}

template <typename A, typename Functor>
PADDLE_HOST_DEVICE void ActivateGrad(const Functor& functor,
                                     const Operands<A>& in, Values<A>& out) {
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    out[j] = functor.Grad(in.of[0][j], in.of[1][j]);
  }
}

template <typename Functor, typename A>
PADDLE_HOST_DEVICE void Combine(const Operands<A>& in, Values<A>& out) {
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    out[j] = Functor::Value(in.of[0][j], in.of[1][j]);
  }
}

// Functors that read neither operand get zeros.
template <typename Functor, typename Which, typename A>
PADDLE_HOST_DEVICE void Derive(const Operands<A>& in, Values<A>& out) {
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    A x = A(0), y = A(0);
    if constexpr (Functor::kGradReadsInputs) {
      x = in.of[1][j];
      y = in.of[2][j];
    }
    out[j] = Which::template Term<Functor>(in.of[0][j], x, y);
  }
}

// Computes one step: the branch is the same for all threads.
template <typename A>
PADDLE_HOST_DEVICE void ComputeStep(StepCode code, const double* words,
                                    const Operands<A>& in, Values<A>& out) {
  using internal::DxOf;
  using internal::DyOf;
  switch (code) {
    case StepCode::kScale:
      return Activate(
          ScaleFunctor<A>{static_cast<A>(words[0]), static_cast<A>(words[1])},
          in, out);
    case StepCode::kGelu:
      return Activate(GeluFunctor(), in, out);
    case StepCode::kApproximateGelu:
      return Activate(ApproximateGeluFunctor(), in, out);
    case StepCode::kGeluGrad:
      return ActivateGrad(GeluFunctor(), in, out);
    case StepCode::kApproximateGeluGrad:
      return ActivateGrad(ApproximateGeluFunctor(), in, out);
#define PADDLE_STEP_CASE(type, Functor) \
  case StepCode::k_##type:              \
    return Activate(FunctorOf<Functor>(words), in, out);
      PADDLE_ACTIVATION_STEPS(PADDLE_STEP_CASE)
#undef PADDLE_STEP_CASE
#define PADDLE_STEP_CASE(type, Functor) \
  case StepCode::k_##type:              \
    return ActivateGrad(FunctorOf<Functor>(words), in, out);
      PADDLE_ACTIVATION_GRAD_STEPS(PADDLE_STEP_CASE)
#undef PADDLE_STEP_CASE
#define PADDLE_STEP_CASE(type, Functor) \
  case StepCode::k_##type:              \
    return Combine<Functor>(in, out);
      PADDLE_ARITHMETIC_STEPS(PADDLE_STEP_CASE)
#undef PADDLE_STEP_CASE
#define PADDLE_STEP_CASE(type, Functor)    \
  case StepCode::k_##type##_x:             \
    return Derive<Functor, DxOf>(in, out); \
  case StepCode::k_##type##_y:             \
    return Derive<Functor, DyOf>(in, out);
      PADDLE_ARITHMETIC_GRAD_STEPS(PADDLE_STEP_CASE)
#undef PADDLE_STEP_CASE
  }
}

// Holds the elements of a thread, and the values of steps for them.
template <typename T>
class Thread {
 public:
  using A = platform::Accumulator<T>;
  using Table = StepTable<T>;

  // The elements are those from `first` on.
  PADDLE_HOST_DEVICE Thread(int64_t first, int64_t size, bool aligned)
      : first_(first),
        size_(size),
        packed_(aligned && first + kElements <= size) {}

  PADDLE_HOST_DEVICE void Run(const Table& table) {
    for (int s = 0; s < table.steps; ++s) {
      const StepRow row = table.rows[s];
      Operands<A> in;
#pragma unroll
      for (int i = 0; i < StepRow::kMostOperands; ++i) {
        if (row.operands[i] != StepRow::kNone) {
          Load(table, row.operands[i], in.of[i]);
        }
      }
      ComputeStep<A>(row.code, table.words + row.words, in, last_);
      Round();
      if (row.buffer >= 0) Keep(row.buffer);
      if (row.output >= 0) Store(last_, table.outputs[row.output]);
    }
    if (table.delayed >= 0) Store(buffers_[table.delayed], table.outputs[0]);
  }

 private:
  // Returns an element for the last thread, too, which may have fewer: its
  // others are computed and not stored.
  PADDLE_HOST_DEVICE int64_t ElementAt(int j) const {
    return first_ + j < size_ ? first_ + j : size_ - 1;
  }

  // As much as a 16-bit number that is stored and read again.
  PADDLE_HOST_DEVICE void Round() {
    if constexpr (platform::kIsHalf<T>) {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        last_[j] = platform::Widened(platform::Narrowed<T>(last_[j]));
      }
    }
  }

  PADDLE_HOST_DEVICE void Keep(int buffer) {
#pragma unroll
    for (int j = 0; j < kElements; ++j) buffers_[buffer][j] = last_[j];
  }

  PADDLE_HOST_DEVICE void Store(const Values<A>& values, T* to) const {
    Pack<T> pack;
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      pack.of[j] = platform::Narrowed<T>(values[j]);
    }
    if (packed_) {
      *reinterpret_cast<Pack<T>*>(to + first_) = pack;
      return;
    }
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      if (first_ + j < size_) to[first_ + j] = pack.of[j];
    }
  }

  PADDLE_HOST_DEVICE void LoadWhole(const T* from, Values<A>& to) const {
    Pack<T> pack;
    if (packed_) {
      pack = *reinterpret_cast<const Pack<T>*>(from + first_);
    } else {
#pragma unroll
      for (int j = 0; j < kElements; ++j) pack.of[j] = from[ElementAt(j)];
    }
#pragma unroll
    for (int j = 0; j < kElements; ++j) to[j] = platform::Widened(pack.of[j]);
  }

  PADDLE_HOST_DEVICE void LoadView(const Table& table, int view,
                                   Values<A>& to) const {
    const T* from = table.views[view];
    if (!table.repeats[view]) return LoadWhole(from, to);
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      to[j] = platform::Widened(from[table.nests[view](ElementAt(j)).of[0]]);
    }
  }

  PADDLE_HOST_DEVICE void Load(const Table& table, int operand,
                               Values<A>& to) const {
    if (operand == StepRow::kLast) {
      Copy(last_, to);
    } else if (operand < StepRow::kBuffers) {
      LoadView(table, operand, to);
    } else if (operand < StepRow::kOutputs) {
      Copy(buffers_[operand - StepRow::kBuffers], to);
    } else {
      LoadWhole(table.outputs[operand - StepRow::kOutputs], to);
    }
  }

  PADDLE_HOST_DEVICE static void Copy(const Values<A>& from, Values<A>& to) {
#pragma unroll
    for (int j = 0; j < kElements; ++j) to[j] = from[j];
  }

  const int64_t first_, size_;
  const bool packed_;
  Values<A> last_ = {};
  Values<A> buffers_[Table::kMostBuffers];
};

}  // namespace

template <typename T>
void RunStepsOnCUDA(const platform::DeviceContext& device,
                    const StepTable<T>& table, int64_t size) {
  const int64_t threads = (size + kElements - 1) / kElements;
  platform::ForEach(device, threads, [=] PADDLE_DEVICE(int64_t i) {
    Thread<T>(i * kElements, size, table.aligned).Run(table);
  });
}

#define INSTANTIATE(T)                                            \
  template void RunStepsOnCUDA<T>(const platform::DeviceContext&, \
                                  const StepTable<T>&, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
