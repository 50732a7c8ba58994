// Activations that an operator applies to its own results while they are in the
// cache: convolutions and products of matrices, after a bias and a residual.
#pragma once

#include <cstdint>
#include <type_traits>

#include "absl/strings/string_view.h"

#include "paddle/operators/math/loops/normal_probability.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Names x, max(x, 0), min(max(x, 0), 6), 1 / (1 + exp(-x)), tanh(x), x *
// sigmoid(x), x * min(max(x + 3, 0), 6) / 6 and x * Phi(x): the activations of
// those names with the defaults of their attributes.
enum class FusedActivation {
  kNone,
  kRelu,
  kRelu6,
  kSigmoid,
  kTanh,
  kSwish,
  kHardSwish,
  kGelu
};

// Parses "", "relu", "relu6", "sigmoid", "tanh", "swish", "hard_swish" or
// "gelu", once for each kernel. Throws InvalidArgument, listing these, for
// other names.
void ParseAttribute(absl::string_view name, FusedActivation* value);

// Returns f(x), for loops over a constant f. NaN gives NaN for each of them.
template <FusedActivation f, typename T>
PADDLE_HOST_DEVICE inline T Activated(T x) {
  if constexpr (f == FusedActivation::kRelu) {
    return x < T(0) ? T(0) : x;
  } else if constexpr (f == FusedActivation::kRelu6) {
    const T raised = x < T(0) ? T(0) : x;
    return raised > T(6) ? T(6) : raised;
  } else if constexpr (f == FusedActivation::kSigmoid) {
    return Sigmoid(x);
  } else if constexpr (f == FusedActivation::kTanh) {
    return Tanh(x);
  } else if constexpr (f == FusedActivation::kSwish) {
    return x * Sigmoid(x);
  } else if constexpr (f == FusedActivation::kHardSwish) {
    const T line = (x + T(3)) * (T(1) / T(6));
    const T raised = Select(line < T(0), T(0), line);
    return x * Select(raised > T(1), T(1), raised);
  } else if constexpr (f == FusedActivation::kGelu) {
    return x * NormalProbability(x);
  } else {
    return x;
  }
}

// Calls visit(constant) with the activation as a constant: the branch is
// outside of loops, which then vectorize.
template <typename Visit>
inline void WithActivation(FusedActivation f, const Visit& visit) {
  using A = FusedActivation;
  switch (f) {
    case A::kNone:
      return visit(std::integral_constant<A, A::kNone>());
    case A::kRelu:
      return visit(std::integral_constant<A, A::kRelu>());
    case A::kRelu6:
      return visit(std::integral_constant<A, A::kRelu6>());
    case A::kSigmoid:
      return visit(std::integral_constant<A, A::kSigmoid>());
    case A::kTanh:
      return visit(std::integral_constant<A, A::kTanh>());
    case A::kSwish:
      return visit(std::integral_constant<A, A::kSwish>());
    case A::kHardSwish:
      return visit(std::integral_constant<A, A::kHardSwish>());
    case A::kGelu:
      return visit(std::integral_constant<A, A::kGelu>());
  }
}

// Computes out[i] = f(sums[i] + residual[i]) for i in [0, count) on the calling
// thread, where `sums` may be `out` itself and `residual` null. 16-bit results
// are rounded once. What an element gives depends neither on its place nor on
// its neighbours. T: floating types.
template <typename T>
void FinishRun(FusedActivation f, int64_t count,
               const platform::Accumulator<T>* sums, const T* residual, T* out);

// Computes out[i] = f(out[i] + residual[i]) likewise.
template <typename T>
void FinishRun(FusedActivation f, int64_t count, const T* residual, T* out);

}  // namespace paddle::operators::kernels
