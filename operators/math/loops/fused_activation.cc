#include "paddle/operators/math/loops/fused_activation.h"

#include <algorithm>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using platform::Accumulator;

constexpr struct {
  const char* name;
  FusedActivation value;
} kActivations[] = {
    {"", FusedActivation::kNone},
    {"relu", FusedActivation::kRelu},
    {"relu6", FusedActivation::kRelu6},
    {"sigmoid", FusedActivation::kSigmoid},
    {"tanh", FusedActivation::kTanh},
    {"swish", FusedActivation::kSwish},
    {"hard_swish", FusedActivation::kHardSwish},
    {"gelu", FusedActivation::kGelu},
};

template <typename A>
using VectorFunction = void (*)(int64_t, const A*, A*);

// The activation as a function that is compiled for the widest registers, too;
// null for those that are cheap.
template <FusedActivation f, typename A>
constexpr VectorFunction<A> VectorFunctionOf() {
  switch (f) {
    case FusedActivation::kSigmoid:
      return Sigmoid<A>;
    case FusedActivation::kTanh:
      return Tanh<A>;
    case FusedActivation::kSwish:
      return Silu<A>;
    case FusedActivation::kGelu:
      return Gelu<A>;
    default:
      return nullptr;
  }
}

template <FusedActivation f, typename A>
void Finish(int64_t count, const A* sums, const A* residual, A* out) {
  constexpr VectorFunction<A> kFunction = VectorFunctionOf<f, A>();
  if constexpr (kFunction != nullptr) {
    if (residual != nullptr) {
      AssignBlocks(
          count, [](A x, A r) { return x + r; }, out, sums, residual);
      sums = out;
    }
    kFunction(count, sums, out);
  } else if (residual == nullptr) {
    AssignBlocks(
        count, [](A x) { return Activated<f>(x); }, out, sums);
  } else {
    AssignBlocks(
        count, [](A x, A r) { return Activated<f>(x + r); }, out, sums,
        residual);
  }
}

// Calls body(begin, size) for runs of elements that fit on the stack as floats.
template <typename Body>
void ForHalfRuns(int64_t count, const Body& body) {
  for (int64_t i = 0; i < count; i += internal::kHalfRun) {
    body(i, std::min(internal::kHalfRun, count - i));
  }
}

// Computes maxima with 0 on bits: negative numbers are those above that of -0,
// up to -infinity; what is above that is NaN.
void HalfRelu(int64_t count, platform::bfloat16* out) {
  AssignRun(count, reinterpret_cast<uint16_t*>(out),
            [bits = reinterpret_cast<const uint16_t*>(out)](int64_t j) {
              const uint16_t x = bits[j];
              const bool negative = x >= 0x8000 && x <= 0xff80;
              return static_cast<uint16_t>(negative ? 0 : x);
            });
}

}  // namespace

void ParseAttribute(absl::string_view name, FusedActivation* value) {
  for (const auto& known : kActivations) {
    if (name != known.name) continue;
    *value = known.value;
    return;
  }
  PADDLE_THROW(InvalidArgument, "\"", name,
               "\" is no activation that an operator applies to its own "
               "results: there are \"\", relu, relu6, sigmoid, tanh, swish, "
               "hard_swish and gelu");
}

template <typename T>
void FinishRun(FusedActivation f, int64_t count, const Accumulator<T>* sums,
               const T* residual, T* out) {
  WithActivation(f, [=](auto constant) {
    constexpr FusedActivation kF = decltype(constant)::value;
    if constexpr (!platform::kIsHalf<T>) {
      Finish<kF>(count, sums, residual, out);
    } else {
      ForHalfRuns(count, [=](int64_t i, int64_t size) {
        float space[internal::kHalfRun], wide[internal::kHalfRun];
        const float* more =
            residual == nullptr ? nullptr : Widen(size, residual + i, space);
        Finish<kF>(size, sums + i, more, wide);
        FromFloat(size, wide, out + i);
      });
    }
  });
}

template <typename T>
void FinishRun(FusedActivation f, int64_t count, const T* residual, T* out) {
  if (f == FusedActivation::kNone && residual == nullptr) return;
  if constexpr (std::is_same_v<T, platform::bfloat16>) {
    if (f == FusedActivation::kRelu && residual == nullptr) {
      return HalfRelu(count, out);
    }
  }
  if constexpr (!platform::kIsHalf<T>) {
    FinishRun(f, count, out, residual, out);
  } else {
    ForHalfRuns(count, [=](int64_t i, int64_t size) {
      float space[internal::kHalfRun];
      FinishRun(f, size, Widen(size, out + i, space),
                residual == nullptr ? nullptr : residual + i, out + i);
    });
  }
}

#define INSTANTIATE(T)                                                     \
  template void FinishRun(FusedActivation, int64_t, const Accumulator<T>*, \
                          const T*, T*);                                   \
  template void FinishRun(FusedActivation, int64_t, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)
#undef INSTANTIATE

}  // namespace paddle::operators::kernels
