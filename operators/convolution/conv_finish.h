// Finishes the outputs of a convolution: adds a bias and a residual, and
// applies an activation, while they are in the cache.
#pragma once

#include <cstdint>
#include <type_traits>

#include "absl/strings/string_view.h"

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Names x, max(x, 0), min(max(x, 0), 6), 1 / (1 + exp(-x)), tanh(x), x *
// sigmoid(x) and x * min(max(x + 3, 0), 6) / 6: the activations of those names
// with the defaults of their attributes.
enum class ConvActivation {
  kNone,
  kRelu,
  kRelu6,
  kSigmoid,
  kTanh,
  kSwish,
  kHardSwish
};

// Parses "", "relu", "relu6", "sigmoid", "tanh", "swish" or "hard_swish", once
// for each kernel. Throws InvalidArgument, listing these, for other names.
void ParseAttribute(absl::string_view name, ConvActivation* value);

// Returns f(x), for loops over a constant f. NaN gives NaN for each of them.
template <ConvActivation f, typename T>
PADDLE_HOST_DEVICE inline T Activated(T x) {
  if constexpr (f == ConvActivation::kRelu) {
    return x < T(0) ? T(0) : x;
  } else if constexpr (f == ConvActivation::kRelu6) {
    const T raised = x < T(0) ? T(0) : x;
    return raised > T(6) ? T(6) : raised;
  } else if constexpr (f == ConvActivation::kSigmoid) {
    return Sigmoid(x);
  } else if constexpr (f == ConvActivation::kTanh) {
    return Tanh(x);
  } else if constexpr (f == ConvActivation::kSwish) {
    return x * Sigmoid(x);
  } else if constexpr (f == ConvActivation::kHardSwish) {
    const T raised = x + T(3) < T(0) ? T(0) : x + T(3);
    return x * (raised > T(6) ? T(6) : raised) / T(6);
  } else {
    return x;
  }
}

// Calls visit(constant) with the activation as a constant: the branch is
// outside of loops, which then vectorize.
template <typename Visit>
inline void WithActivation(ConvActivation f, const Visit& visit) {
  using A = ConvActivation;
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
  }
}

// Computes out[i] = f(out[i] + residual[i]) for i in [0, count) on the calling
// thread; without a residual, which may be null, f(out[i]). They share no
// memory. T: float, double.
template <typename T>
void FinishRun(ConvActivation f, int64_t count, const T* residual, T* out);

// The sizes of images that are turned: [images, channels, pixels] into [images,
// pixels, channels].
struct TurnedImages {
  int64_t images = 0;
  int64_t channels = 0;
  int64_t pixels = 0;
};

// Computes out[n, p, c] = f(from[n, c, p] + bias[c] + residual[n, p, c]), where
// `bias` and `residual` may be null. `out` shares no memory with the inputs.
// Device: CPU or CUDA; T: float, double.
template <class Device, class T>
void FinishTurned(const Device& device, const TurnedImages& sizes,
                  ConvActivation f, const T* from, const T* bias,
                  const T* residual, T* out);

}  // namespace paddle::operators::kernels
